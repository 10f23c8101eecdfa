import type {
  ConfigurationResponse,
  ConfigurationTypeResponse,
  StatusResponse,
} from '@slipway/api-schema/configurations';
import { missingGlobalPermission, missingPermissionFor } from '../../../api/permissions.ts';
import { type AllowedFolders, findFolder } from '../../../live/folders.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { optionalParam, type StateOf, textParam, urlState } from '../../../navigation/url-state.ts';

/** The REST path of all configurations that the user can view. */
export const connectionsPath = '/config/byTypeAndTitle';
/** The REST path of the types of configurations. */
export const connectionTypesPath = '/config/types';

/** Whether a type has a view of its own, such as webhook endpoints. */
export const hasOwnView = ({ type }: Pick<ConfigurationTypeResponse, 'type'>): boolean => type.startsWith('events.');

/** The query parameters of the view of connections. */
const connectionListState = urlState({
  /** A part of the title. */
  text: textParam('text'),
  /** A type; empty: all types. */
  type: textParam('type'),
  /** The last segment of the id of the open connection; null: none. */
  connection: optionalParam('connection'),
});
export type ConnectionListState = StateOf<typeof connectionListState>;

export const parseConnectionList = (params: URLSearchParams): ConnectionListState => connectionListState.parse(params);

export const connectionListUrl = (state: ConnectionListState): string =>
  connectionListState.url('/automation/connections', state);

/** Returns the REST path of a connection. */
export const connectionPath = ({ id }: Pick<ConfigurationResponse, 'id'>): string =>
  `/config/${encodeURIComponent(lastSegment(id))}`;

/** Returns the connections that the filters select, by title. */
export function selectConnections(
  connections: readonly ConfigurationResponse[],
  { text, type }: Pick<ConnectionListState, 'text' | 'type'>,
): readonly ConfigurationResponse[] {
  const searched = text.trim().toLowerCase();
  return connections.filter(
    (connection) =>
      !hasOwnView(connection) &&
      (type === '' || connection.type === type) &&
      connection.title.toLowerCase().includes(searched),
  );
}

/** Returns the title of a type, or its name if its plugin was removed. */
export const typeTitle = (types: readonly ConfigurationTypeResponse[], type: string): string =>
  types.find((candidate) => candidate.type === type)?.title ?? type;

/** Returns the name of the folder of a connection. */
export const folderName = ({ allFolders }: AllowedFolders, { folderId }: ConfigurationResponse): string =>
  folderId === undefined ? t('All folders') : (findFolder(allFolders, folderId)?.name ?? lastSegment(folderId));

/** Returns the permission that the user lacks to change and check a connection; null: none, or not loaded. */
export function missingToChange(
  { allFolders }: AllowedFolders,
  { folderId }: Pick<ConfigurationResponse, 'folderId'>,
): string | null {
  if (folderId === undefined) return missingGlobalPermission('changeConfigurations');
  return missingPermissionFor(findFolder(allFolders, folderId), 'changeConfigurations');
}

/** The result of a check, or that it is running. */
export type CheckState = StatusResponse | 'running';
