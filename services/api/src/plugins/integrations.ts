import type { ResourceContext } from '@slipway/application/model';
import { bindTypes } from '@slipway/application/plans';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import type { Actor } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import {
  type AutomatableTasks,
  addIntegrations,
  findAutomatableTasks,
  type IntegrationState,
  type IntegrationTypes,
  listIntegrations,
  readPluginContents,
  setIntegration,
} from '@slipway/persistence/plugins';
import { bundledIntegrations, type Integration, type Plugin, plugin, replacementOf, typesOf } from '@slipway/plugins';

/** The state of an integration in a database that has no row of it yet, because an earlier version uses it too. */
const unknownState = { enabled: false, changedAt: null, changedBy: null };

/** An integration in this installation. */
export interface InstalledIntegration {
  readonly integration: Integration;
  readonly state: Pick<IntegrationState, 'enabled' | 'changedBy'> & { readonly changedAt: number | null };
  /** the name of the installed plugin that replaces it; null if there is none */
  readonly replacedBy: string | null;
}

/** Adds the integrations of this version to the installation. */
export async function addBundledIntegrations(database: Database): Promise<void> {
  await addIntegrations(
    database,
    (await bundledIntegrations()).map(({ name }) => name),
  );
}

/** Returns the integrations that a plugin replaces, with their types. */
export async function replacedBy(installed: Pick<Plugin, 'name' | 'types'>): Promise<readonly Integration[]> {
  return (await bundledIntegrations()).filter((integration) => replacementOf(integration, [installed]) !== null);
}

/** Returns the types of integrations by their names. */
export const typesByName = (integrations: readonly Integration[]): IntegrationTypes =>
  new Map(integrations.map((integration) => [integration.name, typesOf(integration)]));

/** Reads the integrations of this version, by name, with their states. */
export async function readInstalledIntegrations(database: Connection): Promise<readonly InstalledIntegration[]> {
  const [integrations, states, { contents }] = await Promise.all([
    bundledIntegrations(),
    listIntegrations(database),
    readPluginContents(database),
  ]);
  const plugins = contents.map((content) => plugin.parse(content));
  return integrations.map((integration) => ({
    integration,
    state: states.find(({ name }) => name === integration.name) ?? unknownState,
    replacedBy: replacementOf(integration, plugins),
  }));
}

/** Reads an integration by its name. Throws NotFound. */
export async function readInstalledIntegration(database: Connection, name: string): Promise<InstalledIntegration> {
  const found = (await readInstalledIntegrations(database)).find(({ integration }) => integration.name === name);
  if (found === undefined) throw new NotFound(message('notFound.integration', { name }));
  return found;
}

/** The maximum number of tasks in the response to a change. */
const maxTasks = 100;
const noTasks: AutomatableTasks = { tasks: 0, templates: 0, releases: 0, first: [] };

/** A request to enable or disable an integration. */
interface Change {
  readonly name: string;
  readonly enabled: boolean;
  readonly actor: Actor;
  /** Only reads the tasks that the change would affect. */
  readonly isDryRun: boolean;
}

interface ChangeResult {
  readonly installed: InstalledIntegration;
  /** the tasks that become automatic or manual */
  readonly affected: AutomatableTasks;
}

/**
 * Enables or disables an integration in all processes. Enabling it converts the manual tasks of its types that have not
 * started. Throws NotFound, and Conflict if a configuration has a type of an integration to disable.
 */
export async function changeIntegration(
  deps: ResourceContext,
  { name, enabled, actor, isDryRun }: Change,
): Promise<ChangeResult> {
  const { database, engine, plugins } = deps;
  const before = await readInstalledIntegration(database, name);
  const hasEffect = before.replacedBy === null && before.state.enabled !== enabled;
  const types = typesOf(before.integration);
  const affected = hasEffect ? await findAutomatableTasks(database, types, maxTasks) : noTasks;
  if (isDryRun) return { installed: before, affected };
  const removedTypes = hasEffect && !enabled ? types : [];
  await engine.change((transaction) => setIntegration(transaction, { name, enabled, actor, removedTypes }));
  // Updates the cache before the response, so that the next task runs with the new types.
  await plugins.current();
  if (hasEffect && enabled) await bindTypes(deps, types);
  return { installed: await readInstalledIntegration(database, name), affected };
}
