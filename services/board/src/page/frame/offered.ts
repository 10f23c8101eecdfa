import { lackingForAll } from '../live/use-rights.ts';
import { type View, views } from '../views/views.ts';

/** A view that the navigation names. */
export type NamedView = View & { readonly name: string };

const isNamed = (view: View): view is NamedView => view.name !== undefined;
const maySee = ({ deed }: Pick<View, 'deed'>): boolean => deed === undefined || lackingForAll(deed) === null;

/** The views in the navigation, in order, without those that the user cannot view. */
export const offeredViews = (): readonly NamedView[] => views.filter(isNamed).filter(maySee);

/** Somewhere that the palette leads to, by its path below the root. */
interface Place {
  readonly name: string;
  readonly path: string;
}

/** Forms of views that people look for by a name of their own. */
const forms: readonly (Place & Pick<View, 'deed'>)[] = [{ name: 'Roles', path: '/people?form=roles', deed: 'role' }];

/** All places with a name, those of the navigation first. */
export const offeredPlaces = (): readonly Place[] => [
  ...offeredViews().map(({ name, pattern }) => ({ name, path: pattern })),
  ...views
    .filter(maySee)
    .flatMap(({ title, pattern }) => (title === undefined ? [] : [{ name: title, path: pattern }])),
  ...forms.filter(maySee),
];
