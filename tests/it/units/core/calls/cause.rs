mod feedback;
mod reasons;
