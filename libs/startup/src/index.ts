export {
  type AutomatedTypeFollower,
  createAutomatedTypes,
  openActivePlugins,
  startPlugins,
} from './automated-types.ts';
export { refuseDatabase, withDatabaseErrors } from './refuse-database.ts';
export { runRolledBack } from './run-rolled-back.ts';
export { startRunnerClient } from './runner-client.ts';
export { startEgress } from './start-egress.ts';
export { startEngine } from './start-engine.ts';
export { startOnDatabase } from './start-on-database.ts';
export { startReplica } from './start-replica.ts';
