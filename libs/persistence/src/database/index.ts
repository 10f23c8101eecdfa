export { baseBackup, hasMigration, newestMigration, setOwnPassword } from './base-backup.ts';
export { readClock } from './clock.ts';
export { Contended, isDiskFull, isUnavailable, Overloaded } from './connection-errors.ts';
export { type Connection, type Database, isTransient, type OpenDatabase, openDatabase } from './database.ts';
export { migrate, missingMigrations } from './migrate.ts';
export type { DatabaseOptions, PoolLoad } from './pool.ts';
export { openReplica, type Replica } from './replica.ts';
export {
  databaseProblem,
  keepTransactionAlive,
  readConnectionLimits,
  readLooseTimeouts,
  setIdleTransactionTimeout,
} from './server-settings.ts';
export { readSetting, writeSetting } from './settings.ts';
