export {
  type AutomatedTypeFollower,
  createAutomatedTypes,
  integrationsChanged,
  openActivePlugins,
  startPlugins,
} from './automated-types.ts';
export { directUrl, migrateDatabase, refuseDatabase, withDatabaseErrors } from './prepare-database.ts';
export { runRolledBack } from './run-rolled-back.ts';
export { startReplica, startRunnerClient } from './start-clients.ts';
export { startEngine } from './start-engine.ts';
export { type ScriptRunner, type StartedProcess, startOnDatabase, startService } from './start-on-database.ts';
