import { message } from '@slipway/domain/messages';
import { Conflict, type Instant } from '@slipway/domain/model';
import { type Actor, writeAudit } from '../audit/index.ts';
import { findConfigurationOfTypes } from '../configurations/configurations.ts';
import type { Connection, Database } from '../database/database.ts';

/** The types of the integrations of this version, by the name of the integration. */
export type IntegrationTypes = ReadonlyMap<string, readonly string[]>;

/** Whether an integration is enabled in this installation. */
export interface IntegrationState {
  readonly name: string;
  readonly enabled: boolean;
  readonly changedAt: Instant;
  /** The user who last enabled or disabled it; null if it is unchanged since it was added. */
  readonly changedBy: string | null;
}

/** Notifies all processes that they must read the plugins and integrations again. */
export const changePlugins = { name: 'change-plugins', text: 'update plugin_changes set version = version + 1' };

const statements = {
  list: {
    name: 'list-integrations',
    text: 'select name, enabled, changed_at as "changedAt", changed_by as "changedBy" from integrations order by name',
  },
  add: {
    name: 'add-integrations',
    text: `insert into integrations (name, enabled) select n.name, d.enabled
      from unnest($1::text[]) as n (name), integration_defaults d on conflict do nothing`,
  },
  disableNext: { name: 'disable-next-integrations', text: 'update integration_defaults set enabled = false' },
  set: {
    name: 'set-integration',
    text: `update integrations set enabled = $2, changed_at = now(), changed_by = $3
      where name = $1 and enabled <> $2 returning name`,
  },
};

/** Lists the integrations that this installation has, by name. */
export const listIntegrations = (connection: Connection): Promise<readonly IntegrationState[]> =>
  connection.query<IntegrationState>(statements.list);

/**
 * Adds the integrations with these names that the installation does not have yet. Those that are first added to a new
 * database are enabled, all others are disabled.
 */
export async function addIntegrations(database: Database, names: readonly string[]): Promise<void> {
  const known = new Set((await listIntegrations(database)).map(({ name }) => name));
  if (names.every((name) => known.has(name))) return;
  await database.transaction(async (connection) => {
    // Locks the only row of this table, so that concurrent processes add integrations one after the other.
    await connection.query(changePlugins);
    await connection.query(statements.add, [names]);
    await connection.query(statements.disableNext);
  });
}

/** A change of an integration by a user. */
interface IntegrationChange {
  readonly name: string;
  readonly enabled: boolean;
  readonly actor: Actor;
  /** The types that no object may have after the change. */
  readonly removedTypes: readonly string[];
}

/**
 * Enables or disables an integration and records it in the audit log. Does nothing if it has this state. Throws
 * Conflict if a configuration has a type that the change removes.
 */
export async function setIntegration(database: Database, change: IntegrationChange): Promise<void> {
  const { name, enabled, actor, removedTypes } = change;
  await database.transaction(async (connection) => {
    await connection.query(changePlugins);
    await requireUnused(connection, name, removedTypes);
    const changed = await connection.query(statements.set, [name, enabled, actor.username]);
    if (changed.length === 0) return;
    const action = enabled ? 'INTEGRATION_ENABLED' : 'INTEGRATION_DISABLED';
    await writeAudit(connection, { actor, action, subject: name, before: { enabled: !enabled }, after: { enabled } });
  });
}

/** Returns the types of the enabled integrations. */
export async function readEnabledTypes(connection: Connection, types: IntegrationTypes): Promise<readonly string[]> {
  const states = await listIntegrations(connection);
  return states.flatMap(({ name, enabled }) => (enabled ? (types.get(name) ?? []) : []));
}

/** Throws Conflict if a configuration has one of these types of a plugin or integration. */
export async function requireUnused(connection: Connection, name: string, types: readonly string[]): Promise<void> {
  const configuration = types.length === 0 ? null : await findConfigurationOfTypes(connection, types);
  if (configuration === null) return;
  throw new Conflict(message('plugin.typeInUse', { id: configuration.id, title: configuration.title, name }));
}
