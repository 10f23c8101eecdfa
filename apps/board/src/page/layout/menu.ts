import { signal } from '@preact/signals';
import { missingGlobalPermission } from '../api/permissions.ts';
import { me } from '../api/session.ts';
import { t } from '../navigation/text.ts';
import { type View, views } from '../pages/views.ts';

/** A view in the navigation. */
export type NamedView = View & { readonly name: string; readonly icon: NonNullable<View['icon']> };

const isNamed = (view: View): view is NamedView => view.name !== undefined && view.icon !== undefined;
const isVisible = ({ action }: Pick<View, 'action'>): boolean =>
  action === undefined || (Boolean(me.value) && missingGlobalPermission(action) === null);

/** The views in the navigation, in order. Views without the permission of the user are omitted. */
export const visibleViews = (): readonly NamedView[] => views.filter(isNamed).filter(isVisible);

/** A page that the palette can open. */
interface NavigationTarget extends Pick<View, 'icon' | 'key'> {
  readonly name: string;
  readonly path: string;
}

/** Tabs of views that the palette lists under their own names. */
const tabs: readonly (NavigationTarget & Pick<View, 'action'>)[] = [
  { name: t('Roles'), path: '/people?form=roles', action: 'changeRoles' },
];

/** All pages that the palette can open. The views of the navigation are first. */
export const paletteTargets = (): readonly NavigationTarget[] => [
  ...visibleViews().map(({ name, pattern, icon, key }) => ({ name, path: pattern, icon, key })),
  ...views
    .filter(isVisible)
    .flatMap(({ title, pattern, key }) => (title === undefined ? [] : [{ name: title, path: pattern, key }])),
  ...tabs.filter(isVisible),
];

/** The views that a key opens, each with its name. */
export const viewsWithKeys = (): readonly (NavigationTarget & { readonly key: string })[] =>
  views
    .filter(isVisible)
    .flatMap(({ key, name = '', title = name, pattern }) =>
      key === undefined ? [] : [{ key, name: title, path: pattern }],
    );

export const isShortcutsDialogShown = signal(false);
export const isPaletteShown = signal(false);
