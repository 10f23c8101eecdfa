export { type ArchiveCounts, addArchiveMonths, archiveFinishedBatch, archiveRelease } from './archive.ts';
export { pauseScheduling, readSchedulingPause, resumeScheduling } from './paused-scheduling.ts';
export { type PendingWork, readPendingWork } from './pending-work.ts';
export { findStaleReleases, type StaleRelease } from './stale-releases.ts';
