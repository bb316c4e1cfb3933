//! The `.meta` files of the package: the id by which Unity refers to a file, and its importer.

use crate::OutputFile;

/// Part of every id, so that it differs from another package's hash of the same path.
const PACKAGE: &str = "com.steerwright.runtime";

/// The meta file of a file in the package.
pub(super) fn of_file(name: &str) -> OutputFile {
    let importer = match name.rsplit_once('.') {
        Some((_, "cs")) => {
            "MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n"
        }
        Some((_, "asmdef")) => "AssemblyDefinitionImporter:\n  externalObjects: {}\n",
        Some((_, "json")) => "PackageManifestImporter:\n  externalObjects: {}\n",
        _ => "TextScriptImporter:\n  externalObjects: {}\n",
    };
    meta(name, importer)
}

/// The meta file of a folder in the package.
pub(super) fn of_folder(name: &str) -> OutputFile {
    meta(
        name,
        "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n",
    )
}

fn meta(name: &str, importer: &str) -> OutputFile {
    let guid = guid(name);
    let text = format!(
        "fileFormatVersion: 2\nguid: {guid:032x}\n{importer}  userData:\n  assetBundleName:\n  assetBundleVariant:\n"
    );
    OutputFile::new(format!("{name}.meta"), text)
}

/// The id of a file in the package: the 128-bit FNV-1a hash of the package's name, "/" and the
/// path. It must never change, since Unity scenes refer to scripts by it.
fn guid(path: &str) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let bytes = PACKAGE.bytes().chain(*b"/").chain(path.bytes());
    bytes.fold(BASIS, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}
