mod calls;
mod canonical;
mod marks;
mod number;
mod pinned;
mod text;
