import { type ComponentChildren, Fragment } from 'preact';
import { Link } from '../../navigation/link.tsx';

interface Props {
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission: string | null;
  readonly run: () => void;
  readonly children: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isMain?: boolean;
}

/** A button that is disabled without the permission. `MissingPermissions` shows the reason once for several buttons. */
export const ActionButton = ({ missingPermission, run, children, isDisabled = false, isMain = false }: Props) => (
  <button
    type="button"
    class={isMain ? 'main' : undefined}
    disabled={isDisabled || missingPermission !== null}
    onClick={run}
  >
    {children}
  </button>
);

interface LinkProps extends Pick<Props, 'missingPermission' | 'children' | 'isMain'> {
  /** A path below the root. */
  readonly to: string;
}

/** A link to another view that looks like a button. It is disabled without the permission. */
export const ActionLink = ({ missingPermission, to, children, isMain = false }: LinkProps) =>
  missingPermission === null ? (
    <Link to={to} class={isMain ? 'button main' : 'button'}>
      {children}
    </Link>
  ) : (
    <button type="button" disabled>
      {children}
    </button>
  );

interface MissingPermissionsProps {
  readonly names: readonly (string | null)[];
  /** The object of the permissions; empty if they have none. If it is set, each permission links to its explanation. */
  readonly objectId?: string;
}

/** Returns the path of the view that explains a permission. */
const explanationUrl = (permission: string, objectId: string): string =>
  `/why?${new URLSearchParams({ permission, ...(objectId !== '' && { id: objectId }) })}`;

/** Lists the missing permissions of the controls beside it, without duplicates. */
export function MissingPermissions({ names, objectId }: MissingPermissionsProps) {
  const missingNames = [...new Set(names)].filter((name) => name !== null);
  if (missingNames.length === 0) return null;
  return (
    <p class="none">
      You need the{' '}
      {missingNames.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {objectId === undefined ? name : <Link to={explanationUrl(name, objectId)}>{name}</Link>}
        </Fragment>
      ))}{' '}
      {missingNames.length === 1 ? 'permission' : 'permissions'}.
    </p>
  );
}
