import { type ComponentChildren, Fragment } from 'preact';
import { Link } from '../navigation/link.tsx';

interface Props {
  /** the permission that is missing; null: none */
  readonly missingPermission: string | null;
  readonly run: () => void;
  readonly children: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isMain?: boolean;
}

/** A button that is disabled without the permission. `MissingPermissions` shows the reason for all buttons beside it. */
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

interface LinkProps extends Pick<Props, 'missingPermission' | 'children'> {
  /** a path below the root */
  readonly to: string;
}

/** A link with the style of a button, for actions in another view. Disabled without the permission. */
export const ActionLink = ({ missingPermission, to, children }: LinkProps) =>
  missingPermission === null ? (
    <Link to={to} class="button">
      {children}
    </Link>
  ) : (
    <button type="button" disabled>
      {children}
    </button>
  );

interface MissingPermissionsProps {
  readonly names: readonly (string | null)[];
  /**
   * The object that requires the permissions; empty: all objects. Each name then links to the explanation of the
   * permission.
   */
  readonly objectId?: string;
}

/** The address of the explanation of a permission. */
const explanationUrl = (permission: string, objectId: string): string =>
  `/why?${new URLSearchParams({ permission, ...(objectId !== '' && { id: objectId }) })}`;

/** Lists the missing permissions of the controls nearby, each once. */
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
