//! A receipt on one page of A4.

use hoi_i18n::{Lang, format_date_time, format_money, format_phone, number_in_words};
use hoi_pdf::{Area, Colour, Document, Style, WIDTH, Weight};
use hoi_platform::error::LocalizedText;

use super::Receipt;

/// Between the page's edges and its content, in millimetres.
const MARGIN: f32 = 22.0;
/// Where the values begin.
const VALUES: f32 = 72.0;
/// Lines of one value.
const LINES: usize = 4;
const LINE: f32 = 5.6;

const TITLE: Style = Style::new(Weight::Bold, 20.0, Colour::BLACK);
const HOST: Style = Style::new(Weight::Bold, 12.0, Colour::BLACK);
const TEXT: Style = Style::new(Weight::Regular, 11.0, Colour::BLACK);
const LABEL: Style = Style::new(Weight::Regular, 11.0, Colour::GREY);
const AMOUNT: Style = Style::new(Weight::Bold, 16.0, Colour::BLACK);
const NOTE: Style = Style::new(Weight::Regular, 9.0, Colour::GREY);

pub fn draw(receipt: &Receipt, lang: Lang) -> anyhow::Result<Vec<u8>> {
    let text = |key: &'static str| LocalizedText::new(key).in_language(lang);
    let title = text("receipt.title");
    let mut document = Document::new(&format!("{title} {}", receipt.number), lang.code())?;
    document.next_page();
    let mut sheet = Sheet { document, y: 30.0 };
    sheet.lines(HOST, &receipt.organiser, MARGIN, 2);
    if let Some(contact) = &receipt.contact {
        sheet.lines(LABEL, &format_phone(contact), MARGIN, 2);
    }
    sheet.y += 12.0;
    sheet.lines(TITLE, &title, MARGIN, 1);
    sheet.y += 1.0;
    let number = LocalizedText::new("receipt.number").with("number", &receipt.number);
    sheet.lines(LABEL, &number.in_language(lang), MARGIN, 1);
    sheet.rule();

    let payer = if receipt.company.is_empty() {
        receipt.payer.clone()
    } else {
        format!("{} ({})", receipt.payer, receipt.company)
    };
    sheet.fact(&text("receipt.payer"), &payer);
    sheet.fact(&text("receipt.event"), &receipt.event);
    let when = format_date_time(lang, receipt.begins.0);
    sheet.fact(&text("receipt.when"), &format!("{when}, {}", receipt.venue));
    if let Some(class) = &receipt.class {
        sheet.fact(&text("receipt.class"), class);
    }
    sheet.rule();

    sheet.label(&text("receipt.amount"));
    sheet.lines(AMOUNT, &format_money(lang, receipt.amount), VALUES, 1);
    let words = number_in_words(lang, receipt.amount.unsigned_abs());
    let words = LocalizedText::new("receipt.words").with("number", words);
    sheet.fact(
        &text("receipt.inWords"),
        &capitalised(&words.in_language(lang)),
    );
    if receipt.surplus > 0 {
        let surplus = format_money(lang, receipt.surplus);
        sheet.fact(&text("receipt.surplus"), &surplus);
    }
    sheet.fact(&text("receipt.way"), &text(receipt.way));
    let paid_at = format_date_time(lang, receipt.paid_at.0);
    sheet.fact(&text("receipt.paidAt"), &paid_at);
    sheet.fact(&text("receipt.reference"), &receipt.reference);
    sheet.rule();
    sheet.lines(NOTE, &text("receipt.noInvoice"), MARGIN, LINES);
    Ok(sheet.document.finish()?)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The page, and how far down it is written.
struct Sheet {
    document: Document,
    y: f32,
}

impl Sheet {
    fn lines(&mut self, style: Style, text: &str, x: f32, lines: usize) {
        let width = WIDTH - MARGIN - x;
        for line in self.document.wrap(style, text, width, lines) {
            self.document.text(x, self.y, style, &line);
            self.y += LINE.max(style.size * 0.5);
        }
    }

    fn label(&mut self, text: &str) {
        let style = self.document.fitted(LABEL, text, VALUES - MARGIN - 4.0);
        self.document.text(MARGIN, self.y, style, text);
    }

    fn fact(&mut self, label: &str, value: &str) {
        self.label(label);
        self.lines(TEXT, value, VALUES, LINES);
        self.y += 2.0;
    }

    fn rule(&mut self) {
        let line = Area {
            x: MARGIN,
            y: self.y,
            width: WIDTH - 2.0 * MARGIN,
            height: 0.2,
        };
        self.document.block(line, Colour::CUT);
        self.y += 9.0;
    }
}
