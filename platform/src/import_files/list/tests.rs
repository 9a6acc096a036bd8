use hoi_spreadsheet::{Column, Format, SheetWriter};
use proptest::prelude::*;

use super::*;
use hoi_testing::time_on_processor;

/// Counts the titles that a list of people has.
fn understood(titles: &[String]) -> usize {
    let known = [
        "ho va ten",
        "ho ten",
        "email",
        "so dien thoai",
        "cccd",
        "ghi chu",
    ];
    let titles = titles.iter().map(|title| super::super::plain_title(title));
    titles
        .filter(|title| known.contains(&title.as_str()))
        .count()
}

fn find(file: &str, wishes: &Wishes) -> List {
    List::find(file.as_bytes(), "x.csv", wishes, understood).unwrap()
}

fn kinds(list: &List) -> Vec<Option<CellKind>> {
    let kind = |title: &String| match super::super::plain_title(title).as_str() {
        "ho va ten" | "ho ten" => Some(CellKind::Name),
        "email" => Some(CellKind::Email),
        "so dien thoai" => Some(CellKind::Phone),
        "cccd" => Some(CellKind::Identity),
        "mst" => Some(CellKind::Tax),
        "nuoc" => Some(CellKind::Country),
        "stt" => None,
        _ => Some(CellKind::of_title(title)),
    };
    list.titles.iter().map(kind).collect()
}

/// Finds and mends the list of a file. Returns its rows as texts, the notes, and the faults.
fn mended(file: &str, wishes: &Wishes) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut list = find(file, wishes);
    let titles = list.titles.clone();
    let kinds = kinds(&list);
    let faults = list.mend(&kinds, |at| titles.get(at).cloned()).unwrap();
    let faults = faults.with_phones();
    let rows = list.rows.iter();
    let rows = rows
        .map(|row| line(row.cells.iter().map(cells::text)))
        .collect();
    let notes = list.report.notes.iter().flat_map(|group| {
        group.notes.iter().map(move |note| {
            let column = note.column.as_deref().unwrap_or("-");
            let new = note.new.as_deref().unwrap_or("-");
            format!(
                "{:?} {} {column}: {} → {new}",
                group.kind, note.row, note.old
            )
        })
    });
    let faults = faults.faults.iter().map(|fault| {
        let column = fault.column.as_deref().unwrap_or("-");
        format!(
            "{} {column} {}",
            fault.row,
            fault.message.in_language(hoi_i18n::Lang::EN)
        )
    });
    (rows, notes.collect(), faults.collect())
}

#[test]
fn broken_cells_are_mended_with_a_note_or_faults() {
    let (rows, notes, faults) = mended(
        "STT,Họ và tên,Số điện thoại,CCCD,MST,Nước,Cỡ áo,SĐT khẩn cấp\n\
         1,An,912345678,79090012345,101234567,,#N/A,912345670\n\
         2,Bình,9.1E+08,7.9E+10,1E+9,Việt Nam,1.5E+2,212345678\n\
         3,7.9E+10,########,5,98090012345,vn,7.9E-3,#REF!\n\
         4,John,612345678,12345,123-45,France,L,\n\
         5.1E+9,Chi,0912345678,,,,,\n",
        &Wishes::default(),
    );
    assert_eq!(
        rows,
        [
            "1 · An · 0912345678 · 079090012345 · 0101234567 · 0912345670",
            "2 · Bình · Việt Nam · 212345678",
            "3 · vn",
            "4 · John · 612345678 · 12345 · 123-45 · France · L",
            // A column that is left out is not reported.
            "5.1E+9 · Chi · 0912345678",
        ]
    );
    assert_eq!(
        notes,
        [
            "Number 2 Số điện thoại: 912345678 → 0912345678",
            "Number 2 CCCD: 79090012345 → 079090012345",
            "Number 2 MST: 101234567 → 0101234567",
            "Number 2 SĐT khẩn cấp: 912345670 → 0912345670",
            "Error 2 Cỡ áo: #N/A → -",
            "Error 4 SĐT khẩn cấp: #REF! → -",
        ]
    );
    let begins = [
        "3 CCCD The spreadsheet has shortened a long number to “7.9E+10”",
        "3 MST The spreadsheet has shortened a long number to “1E+9”",
        "3 Cỡ áo The spreadsheet has shortened a long number to “1.5E+2”",
        "3 Số điện thoại The spreadsheet has shortened a long number to “9.1E+08”",
        "4 Họ và tên The spreadsheet has shortened a long number to “7.9E+10”",
        "4 CCCD “5” is no whole identity number",
        "4 MST “98090012345” is no whole tax number",
        "4 Cỡ áo The spreadsheet has shortened a long number to “7.9E-3”",
        "4 Số điện thoại “########” stands here because the column was too narrow",
    ];
    assert_eq!(faults.len(), begins.len(), "{faults:?}");
    for (fault, begin) in faults.iter().zip(begins) {
        assert!(fault.starts_with(begin), "{fault}");
    }
}

#[test]
fn numbers_that_have_lost_digits_are_faults() {
    let columns = ["Họ và tên", "CCCD"].map(|title| Column {
        title: title.to_owned(),
        ..Column::default()
    });
    let mut sheet = SheetWriter::new(Vec::new(), Format::Xlsx, "DS", columns.to_vec()).unwrap();
    for number in [999_999_999_999_999, 1_000_000_000_000_000] {
        sheet
            .row(&["An".into(), hoi_spreadsheet::Cell::Number(number)])
            .unwrap();
    }
    let file = sheet.finish().unwrap();
    let mut list = List::find(&file, "x", &Wishes::default(), understood).unwrap();
    let faults = list.mend(&[None, Some(CellKind::Text)], |_| None).unwrap();
    let rows: Vec<usize> = faults.faults.iter().map(|fault| fault.row).collect();
    assert_eq!((rows, faults.count), (vec![3], 1));
}

#[test]
fn names_of_old_fonts_are_shown_and_converted() {
    let file = "STT,Hä vµ tªn,Email,C¬ quan\n\
        1,NguyÔn V¨n §øc,duc@example.vn,Hµ Néi\n\
        2,TrÇn ThÞ B×nh,binh@example.vn,\n\
        3,Thomas Müller,thomas@example.com,Müller GmbH\n\
        ,Tæng céng: 3,,\n";
    let list = find(file, &Wishes::default());
    assert_eq!(list.titles, ["STT", "Họ và tên", "Email", "Cơ quan"]);
    assert_eq!(list.report.font, Some("TCVN3 (.VnTime)"));
    let (rows, notes, faults) = mended(file, &Wishes::default());
    assert_eq!(
        rows,
        [
            "1 · Nguyễn Văn Đức · duc@example.vn · Hà Nội",
            "2 · Trần Thị Bình · binh@example.vn",
            "3 · Thomas Müller · thomas@example.com · Müller GmbH",
        ]
    );
    assert_eq!(
        notes,
        [
            "Font 2 Họ và tên: NguyÔn V¨n §øc → Nguyễn Văn Đức",
            "Font 2 Cơ quan: Hµ Néi → Hà Nội",
            "Font 3 Họ và tên: TrÇn ThÞ B×nh → Trần Thị Bình",
            "Foot 5 -: Tổng cộng: 3 → -",
        ]
    );
    assert_eq!(faults, [""; 0]);
    let keep = Wishes {
        keep_font: true,
        ..Wishes::default()
    };
    let (rows, notes, _) = mended(file, &keep);
    assert_eq!(rows[0], "1 · NguyÔn V¨n §øc · duc@example.vn · Hµ Néi");
    assert_eq!(notes, ["Foot 5 -: Tæng céng: 3 → -"]);

    let vni = "Hoï vaø teân,Email\nNguyeãn Vaên Ñöùc,duc@example.vn\nMai Thò Hoa,hoa@example.vn\n";
    let (rows, ..) = mended(vni, &Wishes::default());
    assert_eq!(rows[1], "Mai Thị Hoa · hoa@example.vn");
    // Beside names that are right, a name that could be either stays and is reported.
    let mixed = format!("{vni}Trần Nữ,nu@example.vn\n");
    let (rows, notes, _) = mended(&mixed, &Wishes::default());
    assert_eq!(rows[1], "Mai Thò Hoa · hoa@example.vn");
    assert_eq!(notes[1], "Unclear 3 Họ và tên: Mai Thò Hoa → -");
}

#[test]
fn titles_stand_in_two_rows() {
    let below = "\n1,An,0912345678,an@example.vn,079090012345,L\n";
    for (head, titles) in [
        (
            "STT,Họ và tên,Liên hệ,,Giấy tờ,\n,,Số điện thoại,Email,CCCD,Nơi cấp",
            [
                "STT",
                "Họ và tên",
                "Số điện thoại",
                "Email",
                "CCCD",
                "Giấy tờ Nơi cấp",
            ],
        ),
        (
            "DANH SÁCH KHÁCH\nSTT,Khách,,,,Cỡ áo\n,Họ tên,Số điện thoại,Email,CCCD,",
            ["STT", "Họ tên", "Số điện thoại", "Email", "CCCD", "Cỡ áo"],
        ),
        (
            "DANH SÁCH KHÁCH\nSTT,Họ tên,Số điện thoại,Email,CCCD,Cỡ áo",
            ["STT", "Họ tên", "Số điện thoại", "Email", "CCCD", "Cỡ áo"],
        ),
        (
            "CÔNG TY SAO,,,,,,Mẫu 1\nSTT,Họ tên,Số điện thoại,Email,CCCD,Cỡ áo",
            ["STT", "Họ tên", "Số điện thoại", "Email", "CCCD", "Cỡ áo"],
        ),
        (
            "STT,Họ tên,Số điện thoại,Email,Khẩn cấp,\n,,,,Quan hệ,Họ tên",
            [
                "STT",
                "Họ tên",
                "Số điện thoại",
                "Email",
                "Khẩn cấp Quan hệ",
                "Khẩn cấp Họ tên",
            ],
        ),
    ] {
        let list = find(&format!("{head}{below}"), &Wishes::default());
        assert_eq!(list.titles, titles);
        assert_eq!(list.rows.len(), 1, "{head}");
    }
    // A person is not a row of titles, whatever is missing.
    for person in [",An,,,,", "1,An,0912345678,,,", ",,,an@example.vn,,"] {
        let file = format!("STT,Họ tên,Số điện thoại,Email,CCCD,Cỡ áo\n{person}{below}");
        assert_eq!(find(&file, &Wishes::default()).rows.len(), 2, "{person}");
    }
}

#[test]
fn a_hostile_list_is_read_in_time() {
    let word = "NguyÔn V¨n §øc ThÞ ";
    let row = format!(
        "\"{}\",{}\n",
        word.repeat(50),
        "Tổng cộng ký tên ngày,".repeat(20)
    );
    let file = format!("Họ và tên\n{}", row.repeat(300));
    let start = time_on_processor();
    let (rows, ..) = mended(&file, &Wishes::default());
    assert!(!rows.is_empty());
    assert!(time_on_processor().saturating_sub(start) < std::time::Duration::from_secs(30));
}

proptest! {
    #[test]
    fn any_list_is_mended(file in "(Họ và tên|Email|CCCD|NguyÔn|Nguyeãn|[0-9.E+#,;\n\"@ À-ỹ]){0,60}", hidden_rows: bool, keep_font: bool) {
        let wishes = Wishes { sheet: None, hidden_rows, keep_font };
        if let Ok(mut list) = List::find(file.as_bytes(), "x", &wishes, understood) {
            let (rows, kinds) = (list.rows.len(), kinds(&list));
            let is_empty = list.mend(&kinds, |_| None).is_err();
            prop_assert_eq!(is_empty, list.rows.is_empty());
            let left_out = list.report.notes.iter().filter(|group| group.kind == NoteKind::Foot);
            prop_assert_eq!(list.rows.len() + left_out.map(|group| group.count).sum::<usize>(), rows);
        }
    }
}
