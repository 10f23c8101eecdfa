import { neededFor } from '../data/needs.ts';
import { me } from '../data/session.ts';
import { type View, views } from '../views/views.ts';

/** A view that the navigation names. */
export type NamedView = View & { readonly name: string };

const isNamed = (view: View): view is NamedView => view.name !== undefined;

/** The views that whoever is logged in is offered, in their order: one that they may see nothing of is left out. */
export const offeredViews = (): readonly NamedView[] =>
  views.filter(isNamed).filter(({ deed }) => {
    if (deed === undefined) return true;
    return neededFor(deed).some((permission) => me.value?.permissions.includes(permission));
  });
