//! The image files of the pictures underneath a scene: read and decoded on a thread, kept as
//! textures, and read again when another program changes them.

mod diagnostic;
mod load;
mod map;
mod part;
mod svg;
mod svg_cost;

pub use load::{Decoded, Problem, decode};
pub use map::{DrawnMap, MapPlace, draw as draw_map, is_map};
pub use part::Part;

use crate::editor::background::{Background, Progress};
use crate::editor::files::stamp::FileStamp;
use diagnostic::diagnostic;
use egui::{Context, TextureFilter, TextureHandle, TextureOptions, TextureWrapMode};
use load::{Loaded, Permission, above, load, load_built_in};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::pictures::{path_of, stays_inside};
use steerwright_authoring::sample;
use steerwright_format::limits::SHOWN_PIXELS;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{PictureId, Scene};

/// The interval between checks for changed files, in seconds.
const CHECK_INTERVAL: f64 = 1.0;

/// The longest side of a texture, in pixels, even if the graphics card can show more.
const MAX_SIDE: usize = 8192;

/// The endings of files that can be shown.
pub const EXTENSIONS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "svg"];

/// Pixels stay sharp when they are magnified, and do not flicker when they are reduced.
const OPTIONS: TextureOptions = TextureOptions {
    magnification: TextureFilter::Nearest,
    minification: TextureFilter::Linear,
    wrap_mode: TextureWrapMode::ClampToEdge,
    mipmap_mode: Some(TextureFilter::Linear),
};

/// Whether the name of a file says that it is a picture.
pub fn is_picture(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        (EXTENSIONS.iter()).any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// An image that is shown.
pub struct Image {
    /// The texture.
    pub texture: TextureHandle,
    /// The width and height of the file, in pixels.
    pub pixels: [u32; 2],
}

impl Image {
    /// Whether the texture has fewer pixels than the file.
    pub fn is_reduced(&self) -> bool {
        let [width, height] = self.texture.size();
        width < self.pixels[0] as usize || height < self.pixels[1] as usize
    }

    fn pixel_count(&self) -> u64 {
        let [width, height] = self.texture.size();
        width as u64 * height as u64
    }
}

/// What is known about a file.
#[derive(Default)]
struct Entry {
    image: Option<Image>,
    problem: Option<Problem>,
    stamp: Option<FileStamp>,
    /// The files that a map names.
    parts: Vec<Part>,
    /// The files outside its folder that a map names, and that were not read.
    outside: Vec<PathBuf>,
    /// Where a map is, in pixels and units.
    place: Option<MapPlace>,
    /// Whether it has to be read.
    queued: bool,
}

/// What is shown of a picture.
pub enum View<'a> {
    /// The image.
    Image(&'a Image),
    /// It is being read.
    Loading,
    /// Nothing, with the reason.
    Problem(&'a Problem),
}

/// A file that was chosen, whose picture is added to the scene once its size is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The file.
    pub path: PathBuf,
    /// The center of the picture, in units. `None` for the center of the view.
    pub position: Option<glam::DVec2>,
    /// Whether the user wants a map without the files that it names outside of its folder.
    pub without_outside: bool,
}

/// A chosen file that was read.
pub struct ChosenFile {
    /// What the user chose.
    pub chosen: Chosen,
    /// Its size in pixels, or why it cannot be shown.
    pub result: Result<[u32; 2], Problem>,
    /// Where a map is, in pixels and units.
    pub place: Option<MapPlace>,
    /// The files outside its folder that a map names, if the user has to be asked about them.
    pub outside: Vec<PathBuf>,
}

/// The image files of the pictures of a scene.
#[derive(Default)]
pub struct Pictures {
    files: BTreeMap<PathBuf, Entry>,
    /// The files that the user chose since the program was started, wherever they are.
    allowed: BTreeSet<PathBuf>,
    /// The maps that may name files outside of their folders.
    allowed_maps: BTreeSet<PathBuf>,
    chosen: Vec<Chosen>,
    job: Option<(PathBuf, Background<Loaded>)>,
    next_check: f64,
}

impl Pictures {
    /// Forgets the images of the scene that was shown.
    pub fn reset(&mut self) {
        *self = Self {
            allowed: std::mem::take(&mut self.allowed),
            allowed_maps: std::mem::take(&mut self.allowed_maps),
            ..Self::default()
        };
    }

    /// Allows reading a file outside of the folder of the scene.
    pub fn allow(&mut self, path: PathBuf) {
        if let Some(entry) = self.files.get_mut(&path) {
            entry.queued = true;
        }
        self.allowed.insert(path);
    }

    /// Allows reading the files that a map names outside of its folder.
    pub fn allow_map(&mut self, path: PathBuf) {
        if let Some(entry) = self.files.get_mut(&path) {
            entry.queued = true;
        }
        self.allowed_maps.insert(path);
    }

    /// Reads a file to add it to the scene; [`take_read`](Self::take_read) returns it later.
    pub fn choose(&mut self, chosen: Chosen) {
        self.allow(chosen.path.clone());
        self.chosen.push(chosen);
    }

    /// The next chosen file that was read.
    pub fn take_read(&mut self) -> Option<ChosenFile> {
        let is_read = |chosen: &Chosen| {
            let entry = self.files.get(&chosen.path);
            entry.is_some_and(|entry| {
                !entry.queued && (entry.image.is_some() || entry.problem.is_some())
            })
        };
        let chosen = self.chosen.remove(self.chosen.iter().position(is_read)?);
        let entry = self.files.get(&chosen.path)?;
        let result = match (&entry.image, &entry.problem) {
            (Some(image), None) => Ok(image.pixels),
            (_, problem) => Err(problem.clone()?),
        };
        let outside = if chosen.without_outside {
            Vec::new()
        } else {
            entry.outside.clone()
        };
        Some(ChosenFile {
            result,
            place: entry.place,
            outside,
            chosen,
        })
    }

    /// What is shown of a picture of a scene in the folder `beside`.
    pub fn view(&self, picture: &Picture, beside: Option<&Path>) -> View<'_> {
        let path = path_of(&picture.file, beside);
        if !self.may_read(picture, &path) {
            return View::Problem(&Problem::Outside);
        }
        match self.files.get(&path) {
            Some(Entry {
                problem: Some(problem),
                ..
            }) => View::Problem(problem),
            Some(Entry {
                image: Some(image), ..
            }) => View::Image(image),
            Some(_) | None => View::Loading,
        }
    }

    /// Whether a picture, or a part of a map, is not shown because of the folder that a file is in.
    pub fn is_blocked(&self, picture: &Picture, beside: Option<&Path>) -> bool {
        matches!(self.view(picture, beside), View::Problem(Problem::Outside))
            || !self.outside(picture, beside).is_empty()
    }

    /// The files outside its folder that a map names, and that were not read.
    pub fn outside(&self, picture: &Picture, beside: Option<&Path>) -> &[PathBuf] {
        let entry = self.files.get(&path_of(&picture.file, beside));
        entry.map_or(&[], |entry| &entry.outside)
    }

    /// The pictures of a scene that cannot be shown.
    pub fn with_problems(&self, scene: &Scene, beside: Option<&Path>) -> BTreeSet<PictureId> {
        let pictures = scene.editor.pictures.iter();
        let failed = |picture: &&Picture| matches!(self.view(picture, beside), View::Problem(_));
        pictures.filter(failed).map(|picture| picture.id).collect()
    }

    /// A warning for each picture that cannot be shown.
    pub fn diagnostics(&self, scene: &Scene, beside: Option<&Path>) -> Vec<Diagnostic> {
        let pictures = scene.editor.pictures.iter().enumerate();
        pictures
            .filter_map(|(index, picture)| match self.view(picture, beside) {
                View::Problem(problem) => Some(diagnostic(index, picture, problem)),
                View::Image(_) | View::Loading => None,
            })
            .collect()
    }

    fn may_read(&self, picture: &Picture, path: &Path) -> bool {
        sample::picture(&picture.file).is_some()
            || self.allowed.contains(path)
            || (stays_inside(&picture.file) && path.is_absolute())
    }

    /// Reads what is needed and was changed. Returns what to tell the user.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, beside: Option<&Path>) -> Vec<String> {
        let pictures = scene.editor.pictures.iter();
        let needed: BTreeSet<PathBuf> = pictures
            .map(|picture| (picture, path_of(&picture.file, beside)))
            .filter(|(picture, path)| self.may_read(picture, path))
            .map(|(_, path)| path)
            .chain(self.chosen.iter().map(|chosen| chosen.path.clone()))
            .collect();
        self.files.retain(|path, _| needed.contains(path));
        for path in needed {
            self.files.entry(path).or_insert_with(|| Entry {
                queued: true,
                ..Entry::default()
            });
        }
        self.check_files(ctx);
        let told = self.poll(ctx);
        self.start(ctx, beside);
        told
    }

    /// Queues the files that another program changed.
    fn check_files(&mut self, ctx: &Context) {
        let (now, focused) = ctx.input(|i| (i.time, i.focused));
        if self.files.is_empty() || !focused {
            return;
        }
        if now >= self.next_check {
            self.next_check = now + CHECK_INTERVAL;
            for (path, entry) in &mut self.files {
                entry.queued |= match &entry.stamp {
                    Some(stamp) => stamp.looks_changed(path) || !path.exists(),
                    None => entry.problem == Some(Problem::Missing) && path.exists(),
                };
                entry.queued |= entry.parts.iter().any(Part::is_changed);
            }
        }
        ctx.request_repaint_after(Duration::from_secs_f64(CHECK_INTERVAL));
    }

    /// Takes the file that was read. Returns what to tell the user.
    fn poll(&mut self, ctx: &Context) -> Vec<String> {
        let Some((path, job)) = &mut self.job else {
            return vec![];
        };
        let loaded = match job.poll() {
            Progress::Working => return vec![],
            Progress::Done(loaded) => loaded,
            Progress::Lost => {
                let why = "The image cannot be decoded; save it again as PNG".into();
                Loaded::plain(FileStamp::of(path), Err(Problem::Unreadable(why)))
            }
        };
        let path = std::mem::take(path);
        self.job = None;
        let others = self.files.iter().filter(|(other, _)| **other != path);
        let shown: u64 = others
            .filter_map(|(_, entry)| Some(entry.image.as_ref()?.pixel_count()))
            .sum();
        // The picture may have been deleted meanwhile.
        let Some(entry) = self.files.get_mut(&path) else {
            return vec![];
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let was_shown = entry.image.is_some();
        entry.stamp = loaded.stamp;
        entry.parts = loaded.parts;
        entry.outside = loaded.outside;
        entry.place = loaded.place;
        let mut chosen = self.chosen.iter().filter(|chosen| chosen.path == path);
        // A dialog tells why a chosen file is not added, and asks about files outside of the folder
        // of a map.
        let is_told = match chosen.next() {
            Some(chosen) => {
                loaded.result.is_err() || !(entry.outside.is_empty() || chosen.without_outside)
            }
            None => false,
        };
        let left_out = (loaded.left_out.iter()).map(|line| format!("Not shown in {name}: {line}"));
        match loaded.result.and_then(|decoded| fits(decoded, shown)) {
            Ok(Decoded { image, pixels }) => {
                let texture = ctx.load_texture(name.as_ref(), image, OPTIONS);
                entry.image = Some(Image { texture, pixels });
                entry.problem = None;
                let reloaded = format!("Reloaded {name}: another program changed it");
                let lines = was_shown.then_some(reloaded).into_iter().chain(left_out);
                lines.filter(|_| !is_told).collect()
            }
            Err(problem) => {
                let is_new = entry.problem.as_ref() != Some(&problem) && !is_told;
                let text = message(&name, &problem);
                (entry.image, entry.problem) = (None, Some(problem));
                is_new.then_some(text).into_iter().collect()
            }
        }
    }

    /// Starts reading the next file. One at a time bounds the memory.
    fn start(&mut self, ctx: &Context, beside: Option<&Path>) {
        if self.job.is_some() {
            return;
        }
        let Some((path, entry)) = self.files.iter_mut().find(|(_, entry)| entry.queued) else {
            return;
        };
        entry.queued = false;
        let inside = beside.filter(|_| !self.allowed.contains(path));
        let permission = Permission {
            inside: inside.map(Path::to_owned),
            parts_outside: self.allowed_maps.contains(path),
        };
        let path = path.clone();
        let max_side = ctx.input(|i| i.max_texture_side).min(MAX_SIDE) as u32;
        let file = path.clone();
        let job = Background::start(ctx, "picture", move || {
            match file.to_str().and_then(sample::picture) {
                Some(built_in) => load_built_in(built_in, max_side),
                None => load(&file, &permission, max_side),
            }
        });
        self.job = Some((path, job));
    }
}

/// An image that may be shown beside others with `shown` pixels.
fn fits(decoded: Decoded, shown: u64) -> Result<Decoded, Problem> {
    if shown + decoded.image.pixels.len() as u64 <= SHOWN_PIXELS.max {
        return Ok(decoded);
    }
    let most = above(&SHOWN_PIXELS, "pixels");
    Err(Problem::Unreadable(format!("All pictures have {most}")))
}

/// What the user is told about a picture that cannot be shown.
fn message(name: &str, problem: &Problem) -> String {
    match problem {
        Problem::Missing => {
            format!("The picture {name} is missing: select it and click Locate… to find it")
        }
        Problem::Outside => {
            format!("The picture {name} is outside of the scene's folder: select it to show it")
        }
        Problem::Unreadable(why) => format!("The picture {name} is not shown. {why}"),
    }
}
