export {
  type ArchiveCounts,
  addArchiveMonths,
  archiveFinishedBatch,
  archiveRelease,
  findStaleReleases,
  type StaleRelease,
} from './archive.ts';
export {
  type PendingWork,
  pauseScheduling,
  readPendingWork,
  readSchedulingPause,
  resumeScheduling,
} from './paused-scheduling.ts';
