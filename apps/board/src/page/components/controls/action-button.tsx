import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { alternative, permissionReason, quotedPermissions } from '../../api/permission-reason.ts';
import { Link } from '../../navigation/link.tsx';

interface Props {
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission: string | null;
  /** Another reason why the action is not possible; the page shows it beside the button. */
  readonly disabledReason?: string | null;
  /** The action. If it returns a promise, the button is busy until the promise settles. */
  readonly run: () => unknown;
  readonly children: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isMain?: boolean;
  readonly isSmall?: boolean;
}

/**
 * A button that is disabled without the permission. `MissingPermissions` shows the reason once for several buttons. A
 * press while the action runs does nothing.
 */
export function ActionButton({
  missingPermission,
  disabledReason = null,
  run,
  children,
  isDisabled = false,
  isMain = false,
  isSmall = false,
}: Props) {
  const isBusy = useSignal(false);
  const handleClick = (): void => {
    const pending = run();
    if (!(pending instanceof Promise)) return;
    isBusy.value = true;
    void pending.finally(() => {
      isBusy.value = false;
    });
  };
  const reason = permissionReason(missingPermission) ?? disabledReason;
  const isRefused = reason !== null;
  return (
    <button
      type="button"
      class={`${isMain ? 'main' : ''} ${isSmall ? 'small' : ''}`.trim() || undefined}
      disabled={isDisabled}
      aria-disabled={isRefused || isBusy.value ? 'true' : undefined}
      aria-busy={isBusy.value ? 'true' : undefined}
      title={reason ?? undefined}
      onClick={() => {
        if (!isRefused && !isBusy.peek()) handleClick();
      }}
    >
      {children}
    </button>
  );
}

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
    <button type="button" aria-disabled="true" title={permissionReason(missingPermission) ?? undefined}>
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

interface NameProps {
  /** One or more ids of permissions, separated by `alternative`. */
  readonly ids: string;
  readonly objectId: string | undefined;
}

/** The quoted name of a permission, with a link to its explanation if it has an object. */
const PermissionName = ({ ids, objectId }: NameProps) =>
  objectId === undefined || ids.includes(alternative) ? (
    quotedPermissions(ids)
  ) : (
    <Link to={explanationUrl(ids, objectId)}>{quotedPermissions(ids)}</Link>
  );

/** Lists the missing permissions of the controls beside it, without duplicates. */
export function MissingPermissions({ names, objectId }: MissingPermissionsProps) {
  const missingNames = [...new Set(names)].filter((name) => name !== null);
  const [first] = missingNames;
  if (first === undefined) return null;
  if (quotedPermissions(first) === null) return <p class="none">{permissionReason(first)}</p>;
  const list = missingNames.map((ids, index) => (
    <Fragment key={ids}>
      {index > 0 && ', '}
      <PermissionName ids={ids} objectId={objectId} />
    </Fragment>
  ));
  return (
    <p class="none">
      {missingNames.length === 1 ? <>You need the permission {list}.</> : <>You need the permissions {list}.</>}
    </p>
  );
}
