/* Reads .cases files for conformance.c: one section after the other, with the changes of exports applied. License: MIT OR Apache-2.0. */
#ifndef STEERWRIGHT_CASE_FILE_H
#define STEERWRIGHT_CASE_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 256

/* A part of a text. */
typedef struct slice {
    char *bytes;
    size_t length;
} slice;

typedef struct case_export {
    char label[MAX_NAME];
    slice text;
    char *owned; /* the memory of a changed text, otherwise NULL */
} case_export;

typedef struct case_file {
    char *content;
    slice rest;  /* what has not been read yet */
    size_t line; /* the number of its first line */
    case_export *exports;
    size_t export_count;
    char problem[1024]; /* what is wrong with the file, empty if nothing is */
} case_file;

/* A case. */
typedef struct case_section {
    char name[MAX_NAME];
    size_t line; /* the number of its heading */
    bool is_refused;
    slice export; /* the export that is run or refused */
    slice body;   /* the lines of a run */
    char *owned;  /* the memory of a refused export, otherwise NULL */
} case_section;

static bool fail_file(case_file *file, size_t line, const char *message, slice found) {
    snprintf(file->problem, sizeof file->problem, "line %zu: %s%.*s", line, message, (int)(found.length < 400 ? found.length : 400), found.bytes);
    return false;
}

/* Removes the first line, with its line feed, from a text. */
static slice take_line(slice *text) {
    const char *feed = memchr(text->bytes, '\n', text->length);
    slice line = {text->bytes, feed == NULL ? text->length : (size_t)(feed - text->bytes) + 1};
    text->bytes += line.length;
    text->length -= line.length;
    return line;
}

/* Removes the lines up to the next heading from the rest of a file. */
static slice take_body(case_file *file) {
    slice body = {file->rest.bytes, 0};
    while (file->rest.length > 0 && strncmp(file->rest.bytes, "== ", 3) != 0) {
        body.length += take_line(&file->rest).length;
        file->line++;
    }
    return body;
}

static bool find_export(case_file *file, const char *label, slice *text) {
    for (size_t i = 0; i < file->export_count; i++) {
        if (strcmp(file->exports[i].label, label) == 0) {
            *text = file->exports[i].text;
            return true;
        }
    }
    return false;
}

static void append_slice(slice *text, slice more) {
    memcpy(text->bytes + text->length, more.bytes, more.length);
    text->length += more.length;
}

/* Applies changes, whose first line has this number, to a text. The memory of the result is to be freed, also after an error. */
static bool apply_changes(case_file *file, slice base, slice changes, size_t line, slice *result) {
    *result = (slice){malloc(base.length + changes.length + 1), 0};
    if (result->bytes == NULL) {
        return fail_file(file, line, "out of memory", changes);
    }
    for (; changes.length > 0; line++) {
        slice change = take_line(&changes), wanted = {change.bytes + 1, change.length - 1}, passed;
        if (change.bytes[0] == '+') {
            append_slice(result, wanted);
            continue;
        }
        if (change.bytes[0] != ' ' && change.bytes[0] != '-') {
            return fail_file(file, line, "expected a line that starts with \" \", \"-\" or \"+\", found ", change);
        }
        for (bool is_found = false; !is_found;) {
            if (base.length == 0) {
                return fail_file(file, line, "the rest of the export has no line ", wanted);
            }
            passed = take_line(&base);
            is_found = passed.length == wanted.length && memcmp(passed.bytes, wanted.bytes, passed.length) == 0;
            if (!is_found || change.bytes[0] == ' ') {
                append_slice(result, passed);
            }
        }
    }
    append_slice(result, base);
    return true;
}

static bool add_export(case_file *file, const char *label, slice text, char *owned) {
    case_export *more = realloc(file->exports, (file->export_count + 1) * sizeof *more);
    if (more == NULL) {
        free(owned);
        return fail_file(file, file->line, "out of memory", text);
    }
    file->exports = more;
    case_export *added = &more[file->export_count++];
    strcpy(added->label, label);
    added->text = text;
    added->owned = owned;
    return true;
}

/* Reads up to the next case, if there is one: its `owned` is to be freed. */
static bool next_case(case_file *file, case_section *section) {
    while (file->rest.length > 0) {
        char heading[4 * MAX_NAME] = "", name[MAX_NAME], of[MAX_NAME];
        size_t line = file->line++;
        slice first = take_line(&file->rest), base, changed;
        if (first.length < sizeof heading) {
            memcpy(heading, first.bytes, first.length - 1);
        }
        int end = 0;
        bool is_export = sscanf(heading, "== export %255s%n", name, &end) == 1 && heading[end] == '\0';
        bool is_changed = !is_export && sscanf(heading, "== export %255s from %255s%n", name, of, &end) == 2 && heading[end] == '\0';
        bool is_run = !is_changed && sscanf(heading, "== case %255s of %255s%n", name, of, &end) == 2 && heading[end] == '\0';
        bool is_refused = !is_run && sscanf(heading, "== refused %255s of %255s%n", name, of, &end) == 2
                          && (heading[end] == '\0' || strncmp(heading + end, " at ", 4) == 0);
        slice body = take_body(file);
        if (is_export) {
            if (!add_export(file, name, body, NULL)) {
                return false;
            }
            continue;
        }
        if (!(is_changed || is_run || is_refused)) {
            return fail_file(file, line, "expected an export, a case or a refusal, found ", first);
        }
        if (!find_export(file, of, &base)) {
            return fail_file(file, line, "there is no such export above: ", first);
        }
        if (!is_run && !apply_changes(file, base, body, line + 1, &changed)) {
            free(changed.bytes);
            return false;
        }
        if (!is_changed) {
            *section = (case_section){.line = line, .is_refused = is_refused, .export = is_run ? base : changed, .body = body, .owned = is_run ? NULL : changed.bytes};
            strcpy(section->name, name);
            return true;
        }
        if (!add_export(file, name, changed, changed.bytes)) {
            return false;
        }
    }
    return false;
}

/* The content of a file, to be freed; NULL if it cannot be read. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *content = NULL;
    size_t capacity = 0, got = 0;
    *length = 0;
    if (file == NULL) {
        return NULL;
    }
    do {
        *length += got;
        if (*length == capacity) {
            char *more = realloc(content, capacity += 1 << 20);
            if (more == NULL) {
                free(content);
                fclose(file);
                return NULL;
            }
            content = more;
        }
    } while ((got = fread(content + *length, 1, capacity - *length, file)) > 0);
    fclose(file);
    return content;
}

/* Opens a file, which is to be closed also after an error. */
static bool open_cases(case_file *file, const char *path) {
    static const char header[] = "steerwright-cases 1\n";
    slice none = {(char *)"", 0};
    *file = (case_file){.line = 2};
    file->content = read_file(path, &file->rest.length);
    file->rest.bytes = file->content;
    if (file->content == NULL) {
        snprintf(file->problem, sizeof file->problem, "the file cannot be read");
        return false;
    }
    size_t length = file->rest.length;
    if (length < sizeof header - 1 || memcmp(file->content, header, sizeof header - 1) != 0) {
        return fail_file(file, 1, "expected steerwright-cases 1", none);
    }
    if (file->content[length - 1] != '\n') {
        return fail_file(file, 1, "the last line of the file does not end; the file is truncated", none);
    }
    take_line(&file->rest);
    return true;
}

static void close_cases(case_file *file) {
    for (size_t i = 0; i < file->export_count; i++) {
        free(file->exports[i].owned);
    }
    free(file->exports);
    free(file->content);
}

#endif
