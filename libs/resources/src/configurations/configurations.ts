import {
  Conflict,
  clip,
  configurationIds,
  Invalid,
  isIdOf,
  isObject,
  mergeProperties,
  NotFound,
  neededToChange,
} from '@slipway/domain';
import { newId, type Person } from '@slipway/engine';
import {
  addConfiguration,
  type Configuration,
  type ConfigurationView,
  type Connection,
  findConfiguration,
  lockConfiguration,
  removeConfiguration,
  updateConfiguration,
} from '@slipway/persistence';
import {
  type ConfigurationAnswer,
  type ConfigurationBody,
  configurationIdOf,
  propertiesIn,
  readType,
  showConfiguration,
} from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import type { Asking } from '../model/right.ts';
import { showAlone } from '../model/show-for.ts';
import { requireScript } from '../scripts/require-script.ts';
import { endpointOf } from './event-sources.ts';
import { configurationFor, configurationNamed, requireOnConfiguration } from './find.ts';
import { type KnownTypes, knownTypes } from './known-types.ts';
import { shapedConfiguration } from './shaped-configuration.ts';

/** Renders a configuration; its secrets are masks. */
export const renderConfiguration = (
  context: Pick<ResourceContext, 'typePrefix'>,
  view: ConfigurationView,
): ConfigurationAnswer => showConfiguration(view, showAlone(context));

const toChange = (caller: Person): Asking => ({ caller, anyOf: [neededToChange.configuration] });

async function requireGuard(context: ResourceContext, { authentication }: ConfigurationBody): Promise<void> {
  const script = isObject(authentication) ? authentication.authenticationScript : undefined;
  if (typeof script !== 'string' || script === '') return;
  await requireScript(context, script, 'authentication.authenticationScript');
}

/** The last segment of the id in a request; null: the server chooses one. */
const chosenConfigurationId = ({ id = '' }: ConfigurationBody, folder: unknown): string | null =>
  configurationIds(id).find((one) => folder === null || isIdOf('Configuration', one)) ?? null;

/**
 * Creates a configuration, under the id that the client chose if any. With the id of an existing one of the same type, as
 * clients send what they have read, updates that one as a PUT does. Throws Invalid, Conflict, NotFound, Forbidden.
 */
export async function addOrChangeConfiguration(
  context: ResourceContext,
  caller: Person,
  body: ConfigurationBody,
): Promise<ConfigurationAnswer> {
  const { id = '' } = body;
  const view = id === '' ? null : await findConfiguration(context.database, configurationIds(id));
  if (view === null) return await createConfiguration(context, caller, body);
  await requireOnConfiguration(toChange(caller), view, id);
  if (body.type !== undefined && typeOf(context, body) !== view.type) {
    throw new Conflict(`id: configuration '${clip(id)}' has the type '${clip(view.type)}', which does not change`);
  }
  return await changeConfiguration(context, caller, view, body);
}

/** Creates a configuration. An id that the client chose is kept when it is free. Throws Invalid, Conflict, NotFound, Forbidden. */
export async function createConfiguration(
  context: ResourceContext,
  caller: Person,
  body: ConfigurationBody,
): Promise<ConfigurationAnswer> {
  const asking = toChange(caller);
  const folder = body.folderId === undefined ? null : await folderNamed(context.database, body.folderId, asking);
  if (folder === null) await requireOnConfiguration(asking, { folderId: null }, 'Configuration');
  const draft = {
    folderId: folder?.id ?? null,
    title: titleOf(body),
    type: typeOf(context, body),
    variableMapping: body.variableMapping ?? {},
  };
  await requireGuard(context, body);
  const types = await knownTypes(context);
  const make = async (database: Connection, id: string): Promise<Configuration> => {
    const shaping = { types, seal: context.seal, id, type: draft.type, properties: propertiesIn(body), stored: null };
    const shaped = shapedConfiguration(shaping);
    const placed = { type: draft.type, properties: shaped.properties, folderPath: folder?.path ?? null };
    return { ...draft, id, ...shaped, eventSource: await endpointOf(database, types, placed) };
  };
  const id = await context.engine.change(async (database) => {
    const chosen = await make(database, chosenConfigurationId(body, folder) ?? newId('Configuration'));
    if (await addConfiguration(database, chosen)) return chosen.id;
    const other = await make(database, newId('Configuration'));
    await addConfiguration(database, other);
    return other.id;
  });
  return renderConfiguration(context, await configurationNamed(context.database, configurationIdOf(id, null)));
}

/**
 * Changes a configuration: absent members stay, and so does a secret that is sent as a mask. Throws Invalid, Conflict,
 * NotFound, Forbidden.
 */
export async function changeConfiguration(
  context: ResourceContext,
  caller: Person,
  view: ConfigurationView,
  body: ConfigurationBody,
): Promise<ConfigurationAnswer> {
  const asking = toChange(caller);
  await requireOnConfiguration(asking, view, configurationIdOf(view.id, view.folderPath));
  const folder = body.folderId === undefined ? null : await folderNamed(context.database, body.folderId, asking);
  await requireGuard(context, body);
  const types = await knownTypes(context);
  await context.engine.change((database) =>
    database.transaction(async (connection) => {
      const stored = await lockConfiguration(connection, view.id);
      if (stored === null) throw new NotFound(`there is no configuration '${view.id}'`);
      const { id: folderId, path: folderPath } = folder ?? { id: stored.folderId, path: view.folderPath };
      const made = { ...changed(context, types, stored, body), folderId };
      const eventSource = await endpointOf(connection, types, { ...made, folderPath });
      await updateConfiguration(connection, { ...made, eventSource });
    }),
  );
  return renderConfiguration(context, await configurationNamed(context.database, configurationIdOf(view.id, null)));
}

function changed(
  context: ResourceContext,
  types: KnownTypes,
  stored: Configuration,
  body: ConfigurationBody,
): Configuration {
  const type = body.type === undefined ? stored.type : typeOf(context, body);
  if (type !== stored.type) throw new Invalid(`type: a configuration stays of its type, which is '${stored.type}'`);
  const properties = mergeProperties(stored.properties, propertiesIn(body));
  return {
    ...stored,
    title: body.title === undefined ? stored.title : titleOf(body),
    variableMapping: body.variableMapping ?? stored.variableMapping,
    ...shapedConfiguration({ types, seal: context.seal, id: stored.id, type, properties, stored }),
  };
}

/** Deletes a configuration; a webhook endpoint with what was delivered to it. Throws NotFound, Forbidden, Conflict. */
export async function deleteConfiguration(
  { engine, database }: Pick<ResourceContext, 'engine' | 'database'>,
  caller: Person,
  written: string,
): Promise<void> {
  const view = await configurationFor(database, written, toChange(caller));
  await engine.change((within) => removeConfiguration(within, view.id));
}

const longestTitle = 1_000;

function titleOf({ title = '' }: ConfigurationBody): string {
  if (title.trim() === '') throw new Invalid('title: expected a text');
  if (title.length > longestTitle) throw new Invalid(`title: expected at most ${longestTitle} characters`);
  return title;
}

function typeOf({ typePrefix }: ResourceContext, { type }: ConfigurationBody): string {
  if (type === undefined || type === '') throw new Invalid('type: expected the name of a type');
  return readType(type, typePrefix);
}
