//! The description as the committed file, in which a change shows as the operations and schemas that it concerns.

use std::io::{self, Write};

use serde::Serialize as _;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use utoipa::openapi::OpenApi;

/// How deep the operations and the components stand.
const DEEPEST: usize = 3;

/// Writes the description with a line for each operation and component.
pub fn written(description: &OpenApi) -> serde_json::Result<String> {
    let mut text = Vec::new();
    description.serialize(&mut Serializer::with_formatter(&mut text, Lines(0)))?;
    text.push(b'\n');
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Breaks lines between the members of the outer objects. Knows the depth.
struct Lines(usize);

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0 += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0 -= 1;
        writer.write_all(if self.0 < DEEPEST { b"\n}" } else { b"}" })
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        writer.write_all(if self.0 <= DEEPEST { b"\n" } else { b"" })
    }
}
