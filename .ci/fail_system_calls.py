#!/usr/bin/python3
"""Lets each system call of a save fail in turn, and checks that no file is lost.

fail_system_calls.py BINARY [NAME...]      NAME is one of RUNS below; all of them if there is none

strace counts the calls of a run that use its folder. Then the run is repeated for each of them and each error that the call can have:
once so that only this call fails, and once so that all later calls of its kind fail too, as on a full disk. After each of these runs:
- Every file has its old content or its new content, which is that of a run without failures, and its old permissions.
- A run that succeeds has written everything. One that fails names a file, and does not panic.
- Files are only rewritten in place if the system refuses to create or rename a file. If that fails too, the message names a copy.
- The next run succeeds, and removes what was left behind, but not that copy.
"""

import concurrent.futures
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIMEOUT = 20  # s
WRITE = ["ENOSPC", "EIO"]
RENAME = ["EACCES", "EIO", "ENOSPC"]
CHANGE = ["EPERM", "EIO"]
CREATE = ["EACCES", "ENOSPC", "EROFS"]
# The calls that use files, with errors that they have. Processors have only some of them.
ERRORS = {
    "open": ["EACCES", "EIO", "EMFILE"], "openat": ["EACCES", "EIO", "EMFILE"],
    "read": ["EIO"], "pread64": ["EIO"], "readv": ["EIO"], "getdents64": ["EIO"], "lseek": ["EIO"],
    "stat": ["EIO"], "lstat": ["EIO"], "fstat": ["EIO"], "newfstatat": ["EIO"], "statx": ["EIO"], "readlink": ["EIO"], "readlinkat": ["EIO"],
    "access": ["EIO"], "faccessat": ["EIO"], "faccessat2": ["EIO"],
    "write": WRITE, "pwrite64": WRITE, "writev": WRITE, "copy_file_range": WRITE, "sendfile": WRITE, "splice": WRITE, "fallocate": WRITE,
    "fsync": WRITE, "fdatasync": WRITE, "ftruncate": CHANGE, "close": ["EIO"], "flock": ["ENOLCK"], "fcntl": ["EMFILE"],
    "chmod": CHANGE, "fchmod": CHANGE, "fchmodat": CHANGE, "fchown": CHANGE,
    "rename": RENAME, "renameat": RENAME, "renameat2": RENAME, "link": CHANGE, "linkat": CHANGE,
    "unlink": ["EACCES", "EIO"], "unlinkat": ["EACCES", "EIO"], "rmdir": ["EACCES", "EIO"], "mkdir": CREATE, "mkdirat": CREATE,
}
REFUSED = ["EACCES", "EPERM", "EROFS"]
TEMPORARY = re.compile(r"/\.steerwright-\d+-\w+\.tmp$|/\.[^/]*\.steerwright-lock$")

MAP = """<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16"><objectgroup id="2" name="Level">
<object id="7" name="Hedge" x="{x}" y="16" width="32" height="16"/><object id="9" name="Gate" x="8" y="24"><point/></object>
</objectgroup></map>"""


def tile_map(x):
    return {"yard.tmx": MAP.format(x=x)}


def scene(name, x, exports=2):
    """A scene that stores one or two exports."""
    with open(os.path.join(ROOT, "presets/scenes/guarded-yard.scene.json"), encoding="utf-8") as file:
        content = json.load(file)
    for agent in content["agents"]:
        agent["x"] += x
    stored = [{"to": "json", "folder": "game/json", "options": {"with_trace": 1}}, {"to": "svg", "folder": "game/svg"}]
    content.update(name=name, editor={"exports": stored[:exports]})
    return {"yard.scene.json": json.dumps(content)}


IMPORT = ["import", "@/yard.tmx", "--into", "@/yard.scene.json"]
EXPORT = ["export", "@/yard.scene.json", "--to", "json,svg", "--out", "@/game", "--trace", "1"]
SIMULATE = ["simulate", "@/yard.scene.json", "--seconds", "5", "--out", "@/run.csv"]
COVERAGE = ["coverage", "@/yard.scene.json", "--seconds", "5", "--csv", "@/seen.csv", "--png", "@/seen.png"]
# The arguments, in which @ is the folder; what the run before is made of, whose results are replaced; and what the run is made of.
RUNS = {
    "import": (IMPORT, tile_map(16), tile_map(8)),
    "export": (EXPORT, scene("Yard", 1), scene("Yard", 2)),
    "export-renamed": (["export", "@/yard.scene.json", "--confirm"], scene("Old yard", 1, exports=1), scene("Yard", 2)),
    "simulate": (SIMULATE, scene("Yard", 1), scene("Yard", 2)),
    "coverage": (COVERAGE, scene("Yard", 1), scene("Yard", 2)),
    "import-in-place": (IMPORT, tile_map(16), tile_map(8)),
    "export-in-place": (EXPORT, scene("Yard", 1), scene("Yard", 2)),
}


class Program:
    """Runs the program in a folder of its own."""

    def __init__(self, binary, name, folder):
        self.binary, self.folder, self.traces = binary, os.path.join(folder, "work"), os.path.join(folder, "traces")
        self.backup = os.path.join(folder, "backup")
        self.arguments, older, newer = RUNS[name]
        self.always = []
        for inner in ["settings", "tmp"]:
            os.makedirs(os.path.join(self.folder, inner))
        self.write(older)
        self.run()
        # The system refuses to rename, and files are rewritten in place.
        if name.endswith("-in-place"):
            self.always = ["-e", "inject=/^rename:error=EACCES"]
        for path in self.files():
            # Settings are private.
            if "/settings/" not in path:
                os.chmod(path, 0o640)
        self.write(newer)
        shutil.copytree(self.folder, self.backup)
        self.before = self.contents()

    def write(self, files):
        for name, text in files.items():
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def files(self):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(self.folder) for name in names)

    def contents(self):
        """The content and permissions of the files. They contain the path of the folder."""
        contents = {}
        for path in self.files():
            with open(path, "rb") as file:
                contents[path[len(self.folder):]] = file.read().replace(self.folder.encode(), b"@"), os.stat(path).st_mode & 0o777
        return contents

    def restore(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.backup, self.folder)

    def run(self, *injections):
        """Returns the exit code, what the program said, and the calls of each thread."""
        shutil.rmtree(self.traces, ignore_errors=True)
        os.mkdir(self.traces)
        settings = {"STEERWRIGHT_CONFIG_DIR": f"{self.folder}/settings", "TMPDIR": f"{self.folder}/tmp", "HOME": self.folder, "RUST_BACKTRACE": "0"}
        command = ["strace", "-ff", "-y", "-qq", "--seccomp-bpf", "-o", f"{self.traces}/thread", "-e", "signal=none", "-e", "trace=" + ",".join("?" + call for call in ERRORS)]
        command += self.always + [word for injection in injections for word in ("-e", injection)]
        command += [self.binary] + [argument.replace("@", self.folder) for argument in self.arguments]
        # Named so that writing to it counts as a call that uses the folder.
        with open(self.folder + ".out", "wb") as out:
            command = ["timeout", "--signal=KILL", str(TIMEOUT)] + command
            done = subprocess.run(command, cwd="/", env={**os.environ, **settings}, stdout=out, stderr=subprocess.PIPE, check=False)
        threads = []
        for file in sorted(os.listdir(self.traces), key=lambda name: int(name.split(".")[-1])):
            with open(os.path.join(self.traces, file), encoding="utf-8", errors="replace") as lines:
                threads.append(lines.read().splitlines())
        return done.returncode, done.stderr.decode("utf-8", "replace"), threads


def is_left_out(line):
    """The standard library panics if a folder cannot be closed, which never fails. In debug builds, it checks whether files are open. And
    every real path leads through the upper folders."""
    closes_folder = line.startswith("close(") and os.path.isdir(re.search("<(.*)>", line)[1])
    return closes_folder or "F_GETFD" in line or re.match(r'readlink\w*\(.*/work(/game)?"', line)


def failures(program, threads):
    """The injections, one for each call that uses the folder, each error, and whether later calls fail too."""
    found = []
    for lines in threads:
        counts = {}
        for line in lines:
            call = line.split("(")[0]
            counts[call] = counts.get(call, 0) + 1
            if call not in ERRORS or program.folder not in line or "INJECTED" in line or is_left_out(line):
                continue
            # Folders would be closed later.
            calls = [""] if call == "close" else ["", "+"]
            errors = ERRORS[call] + (CREATE[1:] if "O_CREAT" in line else [])
            found += [(f"inject={call}:error={error}:when={counts[call]}{which}", line) for error in errors for which in calls]
    return dict(found)


def wrong(program, failure, expected):
    """What is wrong after a run with this failure. None if the failure did not happen, or happened elsewhere too."""
    program.restore()
    code, said, threads = program.run(failure)
    lines = [line for lines in threads for line in lines]
    failed = [line for line in lines if "(INJECTED)" in line and not (program.always and line.startswith("rename"))]
    if not failed or program.folder not in failed[0]:
        return None
    found = []
    if code not in (0, 1) or "panicked" in said:
        found.append(f"it ended with {code}, or not within {TIMEOUT} s")
    # Messages fail too.
    is_mute = failure.startswith("inject=write") and failure.endswith("+")
    if code != 0 and not is_mute and program.folder not in said and "standard output" not in said:
        found.append("the message names no file")
    is_refused = program.always or any(f"error={error}:" in failure for error in REFUSED)
    after = program.contents()
    kept = [path for path in after.keys() - program.before.keys() - expected.keys() if (is_mute and path.startswith("/tmp/steerwright-")) or program.folder + path in said]
    contents = {content for content, _ in expected.values()}
    rewritten = {match[1] for match in (re.match(r'open\w*\(.*"(.*)", O_(WRONLY|RDWR)(?!.*O_EXCL)', line) for line in lines) if match}
    found += [f"{path} is kept, and is not complete" for path in kept if after[path][0] not in contents]
    for path in sorted(program.before.keys() | expected.keys() | after.keys()):
        old, new, now = program.before.get(path), expected.get(path), after.get(path)
        if old and not is_refused and program.folder + path in rewritten:
            found.append(f"{path} was opened to be rewritten")
        if now == new or path in kept or (old is None and new is None and is_temporary(path)):
            continue
        if now != old and not (program.always and kept):
            found.append(f"{path} is {'missing' if now is None else 'damaged' if old and now[1] == old[1] else 'new, or has other permissions'}")
        elif code == 0 and not is_mute and program.folder + path not in said and f"{program.folder}{os.path.dirname(path)}:" not in said:
            found.append(f"{path} was not written, and nothing said so")
    code, again, _ = program.run()
    # What was rewritten in part is restored from the copy that is kept.
    if code != 0 and not kept:
        found.append(f"the next run failed: {again}")
    last = program.contents()
    for path in sorted(last.keys() | expected.keys()):
        # What a run cannot remove is left to the user, and the file of a lock until that is taken again.
        is_left = f"{program.folder}{path}: the scene no longer has this file" in said or ("unlink" in failure and path.endswith("-lock"))
        if last.get(path) != expected.get(path) and not kept and not path.startswith("/tmp/") and not is_left:
            found.append(f"after the next run, {path} differs")
    found += [f"the next run removed {path}" for path in kept if path not in last]
    return [f"{failure}: {text}" for text in found] + ([f"  {failed[0]}", f"  it said: {said.strip()}"] if found else [])


def is_temporary(path):
    return TEMPORARY.search(path) or path.startswith("/tmp/")


def check(binary, name, workers):
    """Prints what is wrong with a run. Returns how much."""
    # In memory, because files are flushed.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="steerwright-failures-", dir=memory) as folder:
        local = threading.local()
        made = itertools.count()

        def own_program():
            if not hasattr(local, "program"):
                local.program = Program(binary, name, os.path.join(folder, str(next(made))))
            return local.program

        program = own_program()
        code, said, threads = program.run()
        expected = program.contents()
        if code != 0 or expected == program.before:
            sys.exit(f"{name}: ended with {code}: {said}")
        tried = failures(program, threads)
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            results = list(pool.map(lambda failure: wrong(own_program(), failure, expected), tried))
    found = [result for result in results if result]
    print(f"{name}: {len(tried)} failures of {len(set(tried.values()))} calls, {results.count(None)} did not happen, {len(found)} are wrong")
    for lines in found:
        print("\n".join(lines))
    # Runs differ a little, but not much.
    return len(found) + (results.count(None) > len(tried) / 20)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary, names = os.path.realpath(sys.argv[1]), sys.argv[2:] or list(RUNS)
    if sum(check(binary, name, os.cpu_count()) for name in names):
        sys.exit("error: a failed system call did harm, see above")


main()
