import { useSignal } from '@preact/signals';
import Bell from '~icons/lucide/bell';
import BellOff from '~icons/lucide/bell-off';
import Eye from '~icons/lucide/eye';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useQuery } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { type FollowedObject, followedPath, followPath, kindLabel } from './followed.ts';

const topics: readonly Topic[] = [polled];

/** Returns the address of an object; null if it has none, such as a task without its release. */
function addressOf({ id, kind }: FollowedObject): string | null {
  const release = id.split('/').find((part) => part.startsWith('Release'));
  if (kind === 'folder') return `/folders/${lastSegment(id)}`;
  if (kind === 'template') return `/templates/${lastSegment(id)}`;
  if (kind === 'task') return release === undefined ? null : `/releases/${release}?task=${lastSegment(id)}`;
  return `/releases/${lastSegment(id)}`;
}

/** The title of an object, with a link to it. */
function ObjectTitle({ object }: { readonly object: FollowedObject }) {
  const to = addressOf(object);
  const title = <bdi>{object.title}</bdi>;
  return to === null ? title : <Link to={to}>{title}</Link>;
}

const columnsOf = (remove: (object: FollowedObject) => void): readonly Column<FollowedObject>[] => [
  { name: t('Title'), cell: (object) => <ObjectTitle object={object} /> },
  { name: t('Kind'), cell: ({ kind }) => kindLabel(kind) },
  {
    name: t('Mode'),
    cell: ({ mode }) => (
      <span class="row">
        <Icon of={mode === 'follow' ? Bell : BellOff} size="small" />
        {mode === 'follow' ? t('Followed') : t('Muted')}
      </span>
    ),
  },
  {
    name: t('Actions'),
    cell: (object) => (
      <button
        type="button"
        class="small"
        aria-label={object.mode === 'follow' ? t`Unfollow ${object.title}` : t`Unmute ${object.title}`}
        onClick={() => remove(object)}
      >
        {object.mode === 'follow' ? t('Unfollow') : t('Unmute')}
      </button>
    ),
  },
];

/** The objects that the user follows or has muted. */
export function FollowedObjects() {
  const { value, refusal, retry, refresh } = useQuery<readonly FollowedObject[]>(followedPath, { topics });
  const failure = useSignal<DisplayMessage | null>(null);
  const objects = value.value;
  const remove = async ({ id, mode }: FollowedObject): Promise<void> => {
    failure.value = null;
    try {
      await mutate('DELETE', followPath(id));
      await refresh();
      showToast(mode === 'follow' ? t('No longer followed') : t('No longer muted'));
    } catch (error) {
      failure.value = messageOf(error);
    }
  };
  return (
    <section class="stack">
      <p class="hint">
        Follow a release, task or folder to get its notifications. Mute it to get none by email and in the browser. Both
        are in its menu.
      </p>
      <Refusal message={failure.value ?? refusal.value} retry={failure.value === null ? retry : null} />
      {objects === undefined && refusal.value === null && <Skeleton />}
      {objects && objects.length > 0 && (
        <AddressedTable
          name="from"
          caption="Followed and muted objects"
          columns={columnsOf((object) => void remove(object))}
          rows={objects}
          keyOf={({ id }) => id}
        />
      )}
      {objects?.length === 0 && (
        <div class="card">
          <EmptyState icon={Eye} text="You follow no objects and have muted none" />
        </div>
      )}
    </section>
  );
}
