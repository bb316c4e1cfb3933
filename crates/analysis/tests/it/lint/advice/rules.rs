//! Each rule finds something in scenes that are made for it, and following its advice ends that.

use super::scenes::scenes;
use super::*;
use crate::verdicts::Numbers;

#[test]
fn the_advice_of_each_rule_ends_what_it_found() {
    let random = &mut Numbers(7);
    let mut useless = Vec::new();
    for &rule in Rule::ALL {
        let Ok(scenes) = scenes(rule, random) else {
            continue;
        };
        assert!(!scenes.is_empty(), "{rule:?} has no scene");
        for (number, scene) in scenes.iter().enumerate() {
            let (found, more) = follow_advice(scene, Some(rule));
            if found == 0 {
                useless.push(format!("{rule:?} is not found in its scene {number}"));
            }
            useless.extend(more);
        }
    }
    assert!(useless.is_empty(), "{}", useless.join("\n"));
}
