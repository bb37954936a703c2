/// The picture's style sheet.
enum SVGStyle {
  /// Plain rules, no variables: not every program that shows SVG knows them.
  static let sheet: StaticString = """
    <style>
    text{font:15px system-ui,sans-serif;fill:#222}
    .head{font-size:26px;font-weight:600}
    .note{fill:#666}
    .paper{fill:#fff}
    .sea{fill:#eef3f7}
    .land path{fill:#dfded8;stroke:#a5a49b;stroke-width:12;stroke-linejoin:round}
    .small{stroke:#a5a49b}
    .land .s1,.s1{fill:#cfe1f1}
    .land .s2,.s2{fill:#a6c9e5}
    .land .s3,.s3{fill:#74a9d3}
    .land .s4,.s4{fill:#4284bb}
    .land .s5,.s5{fill:#1f5d99}
    .hits circle{fill:#e8590c;fill-opacity:.55;stroke:#7f2a00;stroke-width:.8}
    .track{fill:none;stroke:#0b7a4b;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
    .marker circle{fill:#c2002f;stroke:#fff;stroke-width:2}
    .marker text{font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;stroke-linejoin:round}
    @media (prefers-color-scheme:dark){
    text{fill:#e8e8e8}
    .note{fill:#a0a6ad}
    .paper{fill:#14181d}
    .sea{fill:#1b222a}
    .land path{fill:#353d46;stroke:#5c6873}
    .small{stroke:#5c6873}
    .land .s1,.s1{fill:#2b4a66}
    .land .s2,.s2{fill:#31628c}
    .land .s3,.s3{fill:#3b7eb4}
    .land .s4,.s4{fill:#58a1da}
    .land .s5,.s5{fill:#93ccf7}
    .hits circle{fill:#ff9f43;stroke:#ffe0b8}
    .track{stroke:#3ddc97}
    .marker circle{fill:#ff4d6d;stroke:#14181d}
    .marker text{stroke:#14181d}
    }
    </style>

    """
}
