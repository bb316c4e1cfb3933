//! The row structures of the headers for Unreal, and what it reads as their properties.

use std::collections::BTreeMap;

/// The properties of each structure of the header, and the values of each enum.
pub struct Header {
    pub structs: BTreeMap<String, Vec<(String, String)>>,
    pub enums: BTreeMap<String, Vec<String>>,
}

pub fn header(text: &str) -> Header {
    let mut header = Header {
        structs: BTreeMap::new(),
        enums: BTreeMap::new(),
    };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let (mut of_struct, mut of_enum) = (String::new(), String::new());
    for (i, line) in lines.iter().enumerate() {
        if let Some(rest) = line.strip_prefix("struct ") {
            of_struct = rest.split(' ').next().expect("a name").to_owned();
            assert!(
                rest.ends_with(": public FTableRowBase")
                    && lines[i - 1] == "USTRUCT(BlueprintType)",
                "{line}"
            );
            assert_eq!(lines[i + 2], "GENERATED_BODY()");
        } else if let Some(rest) = line.strip_prefix("enum class ") {
            of_enum = rest.split(' ').next().expect("a name").to_owned();
            assert!(
                rest.ends_with(": uint8") && lines[i - 1] == "UENUM(BlueprintType)",
                "{line}"
            );
        } else if line.starts_with("UPROPERTY(") {
            let declared = lines[i + 1]
                .trim_end_matches(';')
                .split(" = ")
                .next()
                .expect("a declaration");
            let (kind, name) = declared.split_once(' ').expect("a type and a name");
            header
                .structs
                .entry(of_struct.clone())
                .or_default()
                .push((name.to_owned(), kind.to_owned()));
        } else if *line == "};" {
            of_enum.clear();
        } else if !of_enum.is_empty()
            && !line.is_empty()
            && line.chars().all(|c| c.is_alphanumeric() || c == ',')
        {
            header
                .enums
                .entry(of_enum.clone())
                .or_default()
                .push(line.trim_end_matches(',').to_owned());
        }
    }
    header
}

pub fn vector(text: &str) -> [f64; 3] {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or_else(|| panic!("{text:?} is no FVector"));
    let parts: Vec<f64> = inside
        .split(',')
        .zip(["X=", "Y=", "Z="])
        .map(|(part, key)| {
            part.strip_prefix(key)
                .and_then(|number| number.parse().ok())
                .unwrap_or_else(|| panic!("{text:?}"))
        })
        .collect();
    parts.try_into().expect("three numbers")
}

/// Whether Unreal can read `text` as a property of this type.
pub fn is_read_as(text: &str, kind: &str, header: &Header) -> bool {
    match kind {
        "FString" => !text.chars().any(char::is_control),
        "int32" => text.parse::<i32>().is_ok(),
        "int64" => text.parse::<i64>().is_ok(),
        "double" => text.parse::<f64>().is_ok_and(f64::is_finite) && !text.contains(['e', 'E']),
        "bool" => ["True", "False"].contains(&text),
        "FVector" => vector(text).iter().all(|number| number.is_finite()),
        "FColor" => {
            let parts = text
                .trim_matches(['(', ')'])
                .split(',')
                .zip(["B=", "G=", "R=", "A="]);
            parts
                .filter(|(part, key)| {
                    part.strip_prefix(key)
                        .is_some_and(|number| number.parse::<u8>().is_ok())
                })
                .count()
                == 4
        }
        _ => header
            .enums
            .get(kind)
            .unwrap_or_else(|| panic!("{kind} is not known"))
            .iter()
            .any(|value| value == text),
    }
}
