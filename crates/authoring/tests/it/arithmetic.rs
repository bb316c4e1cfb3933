//! Expressions in number fields.

use steerwright_authoring::arithmetic::evaluate;

#[test]
fn expressions_are_evaluated_as_expected() {
    for (text, value) in [
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ("3+4/2", 5.0),
        ("(3+4)*2", 14.0),
        ("2*-3", -6.0),
        ("-(2-5)", 3.0),
        ("+0.5", 10.5),
        ("+ 2 * 3", 16.0),
        ("*2", 20.0),
        ("*2+1", 21.0),
        ("/4", 2.5),
        ("-3", -3.0),
        ("-3+1", -2.0),
        ("+=3", 13.0),
        ("-=3+1", 6.0),
        ("*=1,5", 15.0),
        ("1−3", -2.0),
        ("3×2", 6.0),
    ] {
        assert_eq!(evaluate(text, 10.0), Some(value), "{text}");
    }
    let deep = "(".repeat(10_000);
    for text in [
        "",
        " ",
        "abc",
        "1+",
        "1/0",
        "(1",
        "1)",
        "2 m",
        "1..2",
        "*",
        "+",
        "nan",
        "inf",
        "1e999",
        deep.as_str(),
    ] {
        assert_eq!(evaluate(text, 10.0), None, "{text:.20}");
    }
}
