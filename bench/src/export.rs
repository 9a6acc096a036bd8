//! Measures how long the export of a large event takes, and how much memory the server needs for it.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use hoi_spreadsheet::Limits;
use serde_json::json;

use crate::program::Program;

/// Rows of one import: the most that the server accepts.
const FILE: usize = 5_000;

/// An event with participants, and how long their import took.
pub struct Filled {
    pub event: String,
    pub took: Duration,
}

/// Fills a fresh event and downloads it in every format.
pub async fn measure(program: &Program, participants: usize) -> Result<()> {
    let Filled { event, .. } = fill(program, participants).await?;
    for format in ["xlsx", "csv"] {
        download(program, &event, participants, format).await?;
    }
    Ok(())
}

/// Imports participants into a fresh event, in as many files as that takes.
pub async fn fill(program: &Program, participants: usize) -> Result<Filled> {
    let scheme = json!([
        { "question": "Cỡ áo", "required": "", "type": "ONE_CHOICE", "choices": ["S", "M", "L"], "id": "" },
        { "question": "Bạn muốn hỏi diễn giả điều gì?", "required": "", "type": "TEXT", "choices": [], "id": "" },
    ]);
    let tickets = json!([
        { "name": "Vé thường", "price": 250_000, "quantity": -1 },
        { "name": "Hàng đầu", "price": 1_250_000, "quantity": -1 },
    ]);
    let event = program
        .open_event(participants, false, scheme, tickets)
        .await?;
    let began = Instant::now();
    for from in (0..participants).step_by(FILE) {
        let to = participants.min(from + FILE);
        let imported = program.import(&event, people(from, to)?).await?;
        ensure!(
            usize::try_from(imported)? == to - from,
            "{imported} imported"
        );
    }
    let took = began.elapsed();
    println!(
        "{participants} participants imported in {:.1} s",
        took.as_secs_f64()
    );
    Ok(Filled { event, took })
}

/// Downloads the participants and returns how long that took. The memory that is printed is the server's alone, and its
/// peak is reset before. The file is read again afterwards, so that an incomplete file is not counted as a fast one.
pub async fn download(
    program: &Program,
    event: &str,
    participants: usize,
    format: &str,
) -> Result<Duration> {
    program.forget_peak()?;
    let before = program.memory()?;
    let began = Instant::now();
    let mut answer = program.export(program.admin(), event, format).await?;
    let mut file = Vec::new();
    let mut first = None;
    while let Some(piece) = answer.chunk().await? {
        first.get_or_insert_with(|| began.elapsed());
        file.extend_from_slice(&piece);
    }
    let took = began.elapsed();
    let peak = program.peak_memory()?;
    println!(
        "{participants} participants as {format}: first byte after {:.2} s, all {} KB after {:.1} s; the server held at most {} MB ({} MB before)",
        first.unwrap_or(took).as_secs_f64(),
        file.len() / 1024,
        took.as_secs_f64(),
        peak / 1024,
        before / 1024,
    );
    let limits = Limits {
        rows: participants + 1,
        columns: 100,
        inflated: 4_000_000_000,
    };
    let rows = hoi_spreadsheet::read(&file, limits)?.rows.len();
    ensure!(rows == participants + 1, "{format} has {rows} rows");
    Ok(took)
}

/// Returns a CSV file with these people, as an organiser would write it.
fn people(from: usize, to: usize) -> Result<String> {
    let mut file = "Họ và tên,Email,SĐT,Công ty,Chức vụ,Quốc gia,Hạng vé,Loại khách,Thanh toán,Cách thanh toán,\
                    Ngày sinh,Giới tính,CCCD,MST,Ghi chú,Cỡ áo,Bạn muốn hỏi diễn giả điều gì?\n"
        .to_owned();
    for at in from..to {
        let (class, kind) = if at % 10 == 0 {
            ("Hàng đầu", "VIP")
        } else {
            ("Vé thường", "Khách thường")
        };
        let paid = if at % 3 == 0 {
            "Đã thanh toán"
        } else {
            "Chưa thanh toán"
        };
        writeln!(
            file,
            "Nguyễn Thị Ngọc Ánh {at},khach{at}@example.vn,09{at:08},Công ty Cổ phần Sao Mai,Trưởng phòng,Việt Nam,{class},\
             {kind},{paid},Chuyển khoản,31/05/1990,Nữ,0010900{at:05},01012{at:05},Ngồi gần sân khấu,M,Bắt đầu từ đâu?",
        )?;
    }
    Ok(file)
}
