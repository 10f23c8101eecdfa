import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import ChevronLeft from '~icons/lucide/chevron-left';
import Ellipsis from '~icons/lucide/ellipsis';
import LayoutDashboard from '~icons/lucide/layout-dashboard';
import Mail from '~icons/lucide/mail';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import { mutate } from '../../../api/rest.ts';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type QueryResult, useQuery } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import type { Dashboard, Tile } from '../data/responses.ts';
import { pathOf } from '../data/url-state.ts';
import { folderAddress, missingEditPermission, moveTile } from './dashboard.ts';
import { DashboardDialog, DeleteDialog } from './dashboard-dialog.tsx';
import { Tiles } from './tiles.tsx';

const topics: readonly Topic[] = [polled];
const listPath = pathOf('dashboards');

const loadSubscriptionDialog = async () => (await import('./subscription-dialog.tsx')).SubscriptionDialog;
const loadTileDialog = async () => (await import('./tile-dialog.tsx')).TileDialog;

/** The open dialog. A tile has its position; the one after the last tile is a new tile. */
type OpenDialog =
  | { readonly kind: 'edit' | 'delete' | 'subscribe' }
  | { readonly kind: 'tile'; readonly index: number };

interface HeadProps {
  readonly dashboard: Dashboard;
  readonly open: (dialog: OpenDialog) => void;
}

/** The title of a dashboard and its actions. */
function Head({ dashboard, open }: HeadProps) {
  const { title, folderId, folderTitle, tiles } = dashboard;
  const missingPermission = missingEditPermission(dashboard);
  const disabledReason = permissionReason(missingPermission);
  return (
    <header class="dashboard-head">
      <Link to={listPath} class="button quiet square" label={t('All dashboards')}>
        <Icon of={ChevronLeft} />
      </Link>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {folderTitle !== undefined && folderId !== undefined && (
        <Link to={folderAddress(folderId)}>
          <bdi>{folderTitle}</bdi>
        </Link>
      )}
      <span class="end row">
        <button type="button" onClick={() => open({ kind: 'subscribe' })}>
          <Icon of={Mail} />
          Weekly mail…
        </button>
        <ActionButton
          isMain
          missingPermission={missingPermission}
          run={() => open({ kind: 'tile', index: tiles.length })}
        >
          <Icon of={Plus} />
          Add tile
        </ActionButton>
        <Menu
          label={t`More actions for ${title}`}
          buttonClass="square"
          sections={[
            {
              actions: [
                { label: t('Edit title and folder…'), icon: Pencil, disabledReason, run: () => open({ kind: 'edit' }) },
              ],
            },
            {
              actions: [
                {
                  label: t('Delete…'),
                  icon: Trash2,
                  isDanger: true,
                  disabledReason,
                  run: () => open({ kind: 'delete' }),
                },
              ],
            },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </span>
    </header>
  );
}

interface DialogsProps extends Omit<HeadProps, 'open'> {
  readonly dialog: OpenDialog | null;
  readonly close: () => void;
  readonly refresh: () => Promise<void>;
  readonly saveTiles: (tiles: readonly Tile[]) => Promise<void>;
}

function Dialogs({ dashboard, dialog, close, refresh, saveTiles }: DialogsProps) {
  const { id, tiles } = dashboard;
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'edit':
      return <DashboardDialog dashboard={dashboard} close={close} onSaved={refresh} />;
    case 'delete':
      return <DeleteDialog dashboard={dashboard} close={close} onDone={async () => navigate(listPath)} />;
    case 'subscribe':
      return <Lazy load={loadSubscriptionDialog} props={{ id, close }} />;
    case 'tile': {
      const { index } = dialog;
      const save = (tile: Tile): Promise<void> => saveTiles(tiles.toSpliced(index, 1, tile));
      return <Lazy load={loadTileDialog} props={{ tile: tiles[index] ?? null, close, save }} />;
    }
  }
}

interface ContentProps extends Pick<QueryResult<Dashboard>, 'refresh'> {
  readonly dashboard: Dashboard;
  readonly tz: string;
}

function Content({ dashboard, tz, refresh }: ContentProps) {
  const { id, title, folderId, version, tiles } = dashboard;
  const dialog = useSignal<OpenDialog | null>(null);
  const { run, refusal } = useAction();
  useEffect(() => {
    document.title = t`${title} · Slipway`;
  }, [title]);
  const saveTiles = async (next: readonly Tile[]): Promise<void> => {
    const body = { title, ...(folderId !== undefined && { folderId }), version, tiles: next };
    await mutate('PUT', `/dashboards/${encodeURIComponent(id)}`, body);
    await refresh();
  };
  const change = (next: readonly Tile[], message: string): void =>
    void run(async () => {
      await saveTiles(next);
      return message;
    });
  const open = (next: OpenDialog | null): void => {
    dialog.value = next;
  };
  return (
    <>
      <Head dashboard={dashboard} open={open} />
      <Refusal message={refusal.value} />
      {tiles.length === 0 ? (
        <div class="card">
          <EmptyState icon={LayoutDashboard} text="This dashboard has no tiles yet. A tile shows one metric." />
        </div>
      ) : (
        <Tiles
          {...{ tiles, tz }}
          missingPermission={missingEditPermission(dashboard)}
          edit={(index) => open({ kind: 'tile', index })}
          move={(index, by) => change(moveTile(tiles, index, by), t('Tile moved'))}
          remove={(index) => change(tiles.toSpliced(index, 1), t('Tile removed'))}
        />
      )}
      <Dialogs {...{ dashboard, refresh, saveTiles }} dialog={dialog.value} close={() => open(null)} />
    </>
  );
}

/** A dashboard with its tiles. Each tile has its own filter and period. */
export function DashboardView({ id, tz }: { readonly id: string; readonly tz: string }) {
  const result = useQuery<Dashboard>(`/dashboards/${encodeURIComponent(id)}`, { topics });
  const dashboard = result.value.value;
  if (dashboard !== undefined) return <Content dashboard={dashboard} tz={tz} refresh={result.refresh} />;
  if (result.refusal.value === null) return <Skeleton />;
  return (
    <NotFound
      kind="dashboard"
      message={result.refusal.value}
      list={[listPath, t('All dashboards')]}
      retry={result.retry}
    />
  );
}
