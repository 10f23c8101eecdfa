import {
  type ConfigurationBody,
  type ConfigurationResponse,
  configurationIdOf,
  propertiesIn,
  showConfiguration,
} from '@slipway/api-schema/configurations';
import { readType } from '@slipway/api-schema/format';
import { mergeProperties } from '@slipway/domain/configurations';
import { configurationIds, isIdOf } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, isObject, NotFound } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import { newId, type Person } from '@slipway/engine';
import {
  addConfiguration,
  type Configuration,
  type ConfigurationView,
  findConfiguration,
  lockConfiguration,
  removeConfiguration,
  updateConfiguration,
} from '@slipway/persistence/configurations';
import type { Connection } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import type { PermissionRequest } from '../model/require-permission.ts';
import { requireScript } from '../model/script-warnings.ts';
import { endpointOf } from './event-sources.ts';
import { getConfiguration, getPermittedConfiguration, requireConfigurationPermission } from './find.ts';
import { loadTypeCatalog, shapeConfiguration, type TypeCatalog } from './shape-configuration.ts';

/** Renders a configuration with masked secrets. */
export const renderConfiguration = (
  context: Pick<ResourceContext, 'typePrefix'>,
  view: ConfigurationView,
): ConfigurationResponse => showConfiguration(view, contextWithoutReferences(context));

const permissionToChange = (caller: Person): PermissionRequest => ({ caller, anyOf: [neededToChange.configuration] });

async function requireAuthenticationScript(
  context: ResourceContext,
  { authentication }: ConfigurationBody,
): Promise<void> {
  const script = isObject(authentication) ? authentication.authenticationScript : undefined;
  if (typeof script !== 'string' || script === '') return;
  await requireScript(context, script, 'authentication.authenticationScript');
}

/** Returns the last segment of the id in a request, or null if the server chooses the id. */
const chosenConfigurationId = ({ id = '' }: ConfigurationBody, folder: unknown): string | null =>
  configurationIds(id).find((candidate) => folder === null || isIdOf('Configuration', candidate)) ?? null;

/**
 * Creates a configuration, with the id of the request if any. If a configuration of the same type has this id, updates
 * it like PUT, because clients send back what they have read. Throws Invalid, Conflict, NotFound, Forbidden.
 */
export async function addOrChangeConfiguration(
  context: ResourceContext,
  caller: Person,
  body: ConfigurationBody,
): Promise<ConfigurationResponse> {
  const { id = '' } = body;
  const view = id === '' ? null : await findConfiguration(context.database, configurationIds(id));
  if (view === null) return await createConfiguration(context, caller, body);
  await requireConfigurationPermission(permissionToChange(caller), view, id);
  if (body.type !== undefined && typeOf(context, body) !== view.type) {
    throw new Conflict(message('configuration.typeOfId', { id, type: view.type }));
  }
  return await changeConfiguration(context, caller, view, body);
}

/** Creates a configuration, with the id of the request if it is free. Throws Invalid, Conflict, NotFound, Forbidden. */
export async function createConfiguration(
  context: ResourceContext,
  caller: Person,
  body: ConfigurationBody,
): Promise<ConfigurationResponse> {
  const permissionRequest = permissionToChange(caller);
  const folder =
    body.folderId === undefined ? null : await getFolder(context.database, body.folderId, permissionRequest);
  if (folder === null) await requireConfigurationPermission(permissionRequest, { folderId: null }, 'Configuration');
  const draft = {
    folderId: folder?.id ?? null,
    title: titleOf(body),
    type: typeOf(context, body),
    variableMapping: body.variableMapping ?? {},
  };
  await requireAuthenticationScript(context, body);
  const types = await loadTypeCatalog(context);
  const make = async (database: Connection, id: string): Promise<Configuration> => {
    const shapeInput = {
      types,
      seal: context.seal,
      id,
      type: draft.type,
      properties: propertiesIn(body),
      stored: null,
    };
    const shaped = shapeConfiguration(shapeInput);
    const located = { type: draft.type, properties: shaped.properties, folderPath: folder?.path ?? null };
    return { ...draft, id, ...shaped, eventSource: await endpointOf(database, types, located) };
  };
  const id = await context.engine.change(async (database) => {
    const chosen = await make(database, chosenConfigurationId(body, folder) ?? newId('Configuration'));
    if (await addConfiguration(database, chosen)) return chosen.id;
    const second = await make(database, newId('Configuration'));
    await addConfiguration(database, second);
    return second.id;
  });
  return renderConfiguration(context, await getConfiguration(context.database, configurationIdOf(id, null)));
}

/**
 * Changes a configuration, and runs `record` in the same transaction. Absent members and masked secrets stay. Throws
 * Invalid, Conflict, NotFound, Forbidden.
 */
export async function changeConfiguration(
  context: ResourceContext,
  caller: Person,
  view: ConfigurationView,
  body: ConfigurationBody,
  record: (connection: Connection) => Promise<void> = async () => {},
): Promise<ConfigurationResponse> {
  const permissionRequest = permissionToChange(caller);
  await requireConfigurationPermission(permissionRequest, view, configurationIdOf(view.id, view.folderPath));
  const folder =
    body.folderId === undefined ? null : await getFolder(context.database, body.folderId, permissionRequest);
  await requireAuthenticationScript(context, body);
  const types = await loadTypeCatalog(context);
  await context.engine.change((database) =>
    database.transaction(async (connection) => {
      const stored = await lockConfiguration(connection, view.id);
      if (stored === null) throw new NotFound(message('notFound.configuration', { id: view.id }));
      const { id: folderId, path: folderPath } = folder ?? { id: stored.folderId, path: view.folderPath };
      const updated = { ...mergedConfiguration(context, types, stored, body), folderId };
      const eventSource = await endpointOf(connection, types, { ...updated, folderPath });
      await updateConfiguration(connection, { ...updated, eventSource });
      await record(connection);
    }),
  );
  return renderConfiguration(context, await getConfiguration(context.database, configurationIdOf(view.id, null)));
}

function mergedConfiguration(
  context: ResourceContext,
  types: TypeCatalog,
  stored: Configuration,
  body: ConfigurationBody,
): Configuration {
  const type = body.type === undefined ? stored.type : typeOf(context, body);
  if (type !== stored.type) throw new Invalid(message('configuration.typeUnchangeable', { type: stored.type }));
  const properties = mergeProperties(stored.properties, propertiesIn(body));
  return {
    ...stored,
    title: body.title === undefined ? stored.title : titleOf(body),
    variableMapping: body.variableMapping ?? stored.variableMapping,
    ...shapeConfiguration({ types, seal: context.seal, id: stored.id, type, properties, stored }),
  };
}

/** Deletes a configuration; with a webhook endpoint, also its received events. Throws NotFound, Forbidden, Conflict. */
export async function deleteConfiguration(
  { engine, database }: Pick<ResourceContext, 'engine' | 'database'>,
  caller: Person,
  rawId: string,
): Promise<void> {
  const view = await getPermittedConfiguration(database, rawId, permissionToChange(caller));
  await engine.change((connection) => removeConfiguration(connection, view.id));
}

const maxTitleLength = 1_000;

function titleOf({ title = '' }: ConfigurationBody): string {
  if (title.trim() === '') throw new Invalid(message('field.text', { field: 'title' }));
  if (title.length > maxTitleLength)
    throw new Invalid(message('field.maxCharacters', { max: maxTitleLength, field: 'title' }));
  return title;
}

function typeOf({ typePrefix }: ResourceContext, { type }: ConfigurationBody): string {
  if (type === undefined || type === '') throw new Invalid(message('field.typeName', { field: 'type' }));
  return readType(type, typePrefix);
}
