import { signal, useSignal } from '@preact/signals';
import Star from '~icons/lucide/star';
import { fullNameOf } from '../../../api/full-names.ts';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { currentView, releaseViews, sharingText, type Views } from './view-list.ts';

/** The maximum number of saved views above the list. The dialog lists all of them. */
const maxLinks = 12;

interface Props {
  /** The current path and query. */
  readonly address: string;
  readonly views: Views;
}

const loadSaveDialog = async () => (await import('./view-dialogs.tsx')).SaveDialog;
const loadManageDialog = async () => (await import('./view-dialogs.tsx')).ManageDialog;

/** The button that saves the current filters as a view. */
export function SaveView({ address, views }: Props) {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon of={Star} />
        Save view
      </button>
      {isOpen.value && <Lazy load={loadSaveDialog} props={{ address, views, close, edited: null }} />}
    </>
  );
}

const builtInViews = [
  [t('All'), '/releases'],
  [t('Live'), '/releases?where=live'],
  [t('Mine'), '/releases?mine=yes'],
  [t('Archived'), '/releases?where=archive'],
] as const;

/** The view that the user has opened last, because several views can have the same address. */
const openedId = signal<string | null>(null);

/** Links to the built-in views, to the saved views of the user, and to shared views with their owners. */
export function ViewTabs({ address, views }: Props) {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  const saved = releaseViews(views).slice(0, maxLinks);
  const builtIn = builtInViews.map(([, to]) => ({ id: to, address: to }));
  const currentId = currentView([...builtIn, ...saved], address, openedId.value);
  const open = (id: string) => () => {
    openedId.value = id;
  };
  return (
    <>
      <nav class="tabs" aria-label="Views of releases">
        {builtInViews.map(([name, to]) => (
          <Link key={name} to={to} current={to === currentId} onClick={open(to)}>
            {name}
          </Link>
        ))}
        {saved.map((view) => (
          <Link
            key={view.id}
            to={view.address}
            current={view.id === currentId}
            title={sharingText(view)}
            onClick={open(view.id)}
          >
            <bdi>{view.name}</bdi>
            {!view.mine && <bdi class="type">{fullNameOf(view.owner)}</bdi>}
          </Link>
        ))}
        {saved.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            Manage views…
          </button>
        )}
      </nav>
      {/* Outside of the tabs, whose styles also apply to buttons and links. */}
      {isOpen.value && <Lazy load={loadManageDialog} props={{ address, views, close }} />}
    </>
  );
}
