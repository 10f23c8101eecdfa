export { type Connection, type Database, type DatabaseOptions, openDatabase, sqlStateOf } from './database.ts';
export { loadPlan, type Plan } from './load.ts';
export { type LocatableKind, type Located, type LocatedRelease, locate, locateRelease } from './locate.ts';
export { migrate } from './migrate.ts';
export { type Reading, readPhase, readRelease, readReleases } from './read.ts';
export { readTask } from './read-task.ts';
export { insertPlan, type Saved, savePlan } from './save.ts';
export type * from './views.ts';
