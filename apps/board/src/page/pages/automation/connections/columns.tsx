import type { ConfigurationResponse, ConfigurationTypeResponse } from '@slipway/api-schema/configurations';
import Pencil from '~icons/lucide/pencil';
import PlugZap from '~icons/lucide/plug-zap';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { None } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import type { AllowedFolders } from '../../../live/folders.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { CheckResult } from './check-result.tsx';
import {
  type CheckState,
  type ConnectionListState,
  connectionListUrl,
  folderName,
  missingToChange,
  typeTitle,
} from './connection.ts';

interface Context {
  readonly types: readonly ConfigurationTypeResponse[];
  readonly allowedFolders: AllowedFolders;
  readonly state: ConnectionListState;
  readonly checkOf: (id: string) => CheckState | undefined;
  readonly check: (connection: ConfigurationResponse) => void;
  readonly remove: (connection: ConfigurationResponse) => void;
}

interface CellProps extends Context {
  readonly connection: ConfigurationResponse;
}

function CheckCell({ connection, allowedFolders, checkOf, check }: CellProps) {
  const state = checkOf(connection.id);
  return (
    <span class="row wrapped">
      <ActionButton
        isSmall
        missingPermission={missingToChange(allowedFolders, connection)}
        isDisabled={state === 'running' || !allowedFolders.isLoaded}
        run={() => check(connection)}
      >
        <Icon of={PlugZap} size="small" />
        Check
      </ActionButton>
      {state && <CheckResult state={state} />}
    </span>
  );
}

function ConnectionMenu({ connection, allowedFolders, state, remove }: CellProps) {
  const missing = missingToChange(allowedFolders, connection);
  return (
    <RowMenu
      label={t`Actions for ${connection.title}`}
      sections={[
        {
          actions: [
            {
              ...{ label: t('Edit…'), icon: Pencil },
              run: () => navigate(connectionListUrl({ ...state, connection: lastSegment(connection.id) })),
            },
          ],
        },
        {
          actions: [
            {
              ...{ label: t('Delete…'), icon: Trash2, isDanger: true, run: () => remove(connection) },
              disabledReason: permissionReason(missing),
            },
          ],
        },
      ]}
    />
  );
}

/** The columns of the list of connections. */
export const columnsOf = (context: Context): readonly Column<ConfigurationResponse>[] => [
  {
    name: t('Title'),
    cell: ({ id, title }) => (
      <Link to={connectionListUrl({ ...context.state, connection: lastSegment(id) })}>{title}</Link>
    ),
  },
  { name: t('Type'), cell: ({ type }) => typeTitle(context.types, type) },
  { name: t('Address'), cell: ({ url }) => (typeof url === 'string' && url !== '' ? <bdi>{url}</bdi> : <None />) },
  { name: t('Folder'), cell: (connection) => <bdi>{folderName(context.allowedFolders, connection)}</bdi> },
  { name: t('Check'), cell: (connection) => <CheckCell {...context} connection={connection} /> },
  {
    name: t('Actions'),
    isNameHidden: true,
    class: 'row-menu',
    cell: (connection) => <ConnectionMenu {...context} connection={connection} />,
  },
];
