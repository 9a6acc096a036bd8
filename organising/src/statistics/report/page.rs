//! A report on pages of A4.

use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time, format_money};
use hoi_pdf::{Area, Colour, Document, HEIGHT, Style, WIDTH, Weight};
use hoi_platform::days::VIETNAM;
use hoi_platform::error::LocalizedText;
use hoi_ticketing::attendances::PaidWay;

use super::rules::{Bars, MINUTE, share, thousandths};
use super::{Report, Turnout};
use crate::transfers::{EventMoney, Sum};

/// Between the page's edges and its content, in millimetres.
const MARGIN: f32 = 20.0;
/// The baseline of the first line of a page.
const TOP: f32 = 28.0;
/// Room between the edges.
const ROOM: f32 = WIDTH - 2.0 * MARGIN;
/// Room for the name of a row.
const NAMES: f32 = 88.0;
/// The right edges of the columns with numbers.
const EDGES: [f32; 3] = [136.0, 162.0, WIDTH - MARGIN];
/// From the baseline of a row to that of the next.
const ROW: f32 = 7.0;
/// The height of the longest bar.
const PLOT: f32 = 40.0;
/// Room for a part of the report with its heading, besides its rows.
const HEAD: f32 = 34.0;

const BAR: Colour = Colour(14, 124, 102);
const TITLE: Style = Style::new(Weight::Bold, 22.0, Colour::BLACK);
const FIGURE: Style = Style::new(Weight::Bold, 15.0, Colour::BLACK);
const HEADING: Style = Style::new(Weight::Bold, 12.0, Colour::BLACK);
const TEXT: Style = Style::new(Weight::Regular, 11.0, Colour::BLACK);
const TOTAL: Style = Style::new(Weight::Bold, 11.0, Colour::BLACK);
const LABEL: Style = Style::new(Weight::Regular, 9.5, Colour::GREY);

pub fn draw(report: &Report, lang: Lang) -> anyhow::Result<Vec<u8>> {
    let document = Document::new(&report.name(lang), lang.code())?;
    let mut sheet = Sheet {
        document,
        lang,
        y: TOP,
    };
    sheet.document.next_page();
    if let Some(host) = &report.host {
        sheet.lines(HEADING, host, 1);
        sheet.y += 2.0;
    }
    sheet.lines(TITLE, &report.title, 3);
    let begins = format_date_time(lang, report.begins.0);
    sheet.lines(TEXT, &format!("{begins}, {}", report.venue), 3);
    if report.is_cancelled {
        let cancelled = sheet.say("report.cancelled");
        sheet.lines(TOTAL, &cancelled, 1);
    }
    let made = format_date_time(lang, report.made_at.0);
    let made = LocalizedText::new("report.madeAt").with("time", made);
    sheet.lines(LABEL, &made.in_language(lang), 1);
    sheet.turnout(report);
    sheet.money(&report.money);
    sheet.arrivals(report.arrivals.as_ref());
    Ok(sheet.document.finish()?)
}

/// The pages, and how far down the last one is written.
struct Sheet {
    document: Document,
    lang: Lang,
    y: f32,
}

impl Sheet {
    fn say(&self, key: &'static str) -> String {
        LocalizedText::new(key).in_language(self.lang)
    }

    fn lines(&mut self, style: Style, text: &str, lines: usize) {
        for line in self.document.wrap(style, text, ROOM, lines) {
            self.document.text(MARGIN, self.y, style, &line);
            self.y += (style.size * 0.5).max(5.5);
        }
    }

    /// Begins a new page where less than this height is left.
    fn need(&mut self, height: f32) {
        if self.y + height > HEIGHT - MARGIN {
            self.document.next_page();
            self.y = TOP;
        }
    }

    fn heading(&mut self, key: &'static str, height: f32) {
        self.y += 7.0;
        self.need(height);
        let heading = self.say(key);
        self.lines(HEADING, &heading, 1);
        self.rule();
    }

    fn rule(&mut self) {
        let line = Area {
            x: MARGIN,
            y: self.y - 3.0,
            width: ROOM,
            height: 0.2,
        };
        self.document.block(line, Colour::CUT);
        self.y += 4.0;
    }

    /// A name on the left and numbers at the edges of their columns.
    fn row(&mut self, style: Style, name: &str, numbers: [&str; 3]) {
        self.need(ROW);
        for line in self.document.wrap(style, name, NAMES, 1) {
            self.document.text(MARGIN, self.y, style, &line);
        }
        for (edge, number) in EDGES.into_iter().zip(numbers) {
            let x = edge - self.document.width(style, number);
            self.document.text(x, self.y, style, number);
        }
        self.y += ROW;
    }

    fn turnout(&mut self, report: &Report) {
        let total = report.total();
        self.heading("report.guests", HEAD);
        let sentence = LocalizedText::new("report.came")
            .with("came", total.came)
            .with("registered", total.registered)
            .with("share", share(total.came, total.registered).unwrap_or(0));
        self.y += 2.0;
        self.lines(FIGURE, &sentence.in_language(self.lang), 1);
        // Without classes it would say the same again.
        if report.classes.iter().all(|class| class.class.is_none()) {
            return;
        }
        self.y += 2.0;
        let columns = ["report.registered", "report.arrived", "report.share"];
        let [registered, arrived, part] = columns.map(|key| self.say(key));
        self.row(LABEL, "", [&registered, &arrived, &part]);
        for class in &report.classes {
            let none = || self.say("report.noClass");
            let name = class.class.clone().unwrap_or_else(none);
            self.class(TEXT, &name, class);
        }
        let all = self.say("report.all");
        self.class(TOTAL, &all, &total);
    }

    fn class(&mut self, style: Style, name: &str, turnout: &Turnout) {
        let part = share(turnout.came, turnout.registered);
        let percent = |part: i64| LocalizedText::new("report.percent").with("share", part);
        let part = part.map(|part| percent(part).in_language(self.lang));
        let part = part.unwrap_or_else(|| "–".to_owned());
        let [registered, arrived] = [turnout.registered, turnout.came].map(|it| it.to_string());
        self.row(style, name, [&registered, &arrived, &part]);
    }

    fn money(&mut self, money: &EventMoney) {
        let at_door = money.by_way.iter().find(|way| way.way == PaidWay::Door);
        let sums = [
            ("report.received", Some(money.received)),
            ("report.atDoor", at_door.map(|way| way.sum)),
            ("report.due", Some(money.due)),
            ("report.surplus", Some(money.surplus)),
            ("report.refunds", Some(money.refunds)),
            ("report.returned", Some(money.returned)),
        ];
        let sums = sums.map(|(key, sum)| (key, sum.filter(|sum| sum.count > 0)));
        self.heading("report.money", HEAD + 3.0 * ROW);
        if sums.iter().all(|(_, sum)| sum.is_none()) {
            let none = self.say("report.noMoney");
            self.lines(TEXT, &none, 1);
            return;
        }
        let columns = ["report.people", "report.amount"];
        let [people, amount] = columns.map(|key| self.say(key));
        self.row(LABEL, "", ["", &people, &amount]);
        for (key, sum) in sums {
            // The sums received and due are told even where they are nothing.
            let is_told = matches!(key, "report.received" | "report.due");
            if let Some(sum) = sum.or(is_told.then(Sum::default)) {
                let name = self.say(key);
                let amount = format_money(self.lang, sum.amount);
                self.row(TEXT, &name, ["", &sum.count.to_string(), &amount]);
            }
        }
    }

    fn arrivals(&mut self, arrivals: Option<&(Bars, Vec<i64>)>) {
        self.heading("report.arrivals", HEAD + PLOT);
        let busiest = arrivals.and_then(|(_, counts)| {
            let most = counts.iter().copied().max()?;
            let place = counts.iter().position(|count| *count == most)?;
            Some((most, place))
        });
        let (Some((bars, counts)), Some((most, place))) = (arrivals, busiest) else {
            let none = self.say("report.noArrivals");
            self.lines(TEXT, &none, 1);
            return;
        };
        let peak = LocalizedText::new("report.peak")
            .with("time", self.clock(bars, bars.begin_of(place)))
            .with("number", most)
            .with("minutes", bars.length / MINUTE);
        self.lines(TEXT, &peak.in_language(self.lang), 1);
        let foot = self.y + PLOT;
        let step = ROOM / f32::from(u16::try_from(counts.len()).unwrap_or(1));
        let mut x = MARGIN;
        for count in counts {
            let height = PLOT * f32::from(thousandths(*count, most)) / 1000.0;
            let bar = Area {
                x,
                y: foot - height,
                width: step * 0.8,
                height,
            };
            self.document.block(bar, BAR);
            x += step;
        }
        self.y = foot + 3.0;
        self.rule();
        let ends = [bars.begin_of(0), bars.begin_of(bars.number)];
        let [from, until] = ends.map(|end| self.clock(bars, end));
        self.document.text(MARGIN, self.y, LABEL, &from);
        let right = WIDTH - MARGIN - self.document.width(LABEL, &until);
        self.document.text(right, self.y, LABEL, &until);
    }

    /// Returns the time of day, or with it the day where the bars reach over several days.
    fn clock(&self, bars: &Bars, moment: Timestamp) -> String {
        let day = |moment| VIETNAM.shown(moment).date();
        let last = Timestamp(bars.begin_of(bars.number).0 - 1);
        if day(bars.since) == day(last) {
            VIETNAM.shown(moment).strftime("%H:%M").to_string()
        } else {
            format_date_time(self.lang, moment.0)
        }
    }
}
