import { permissionReason } from '../../api/permission-reason.ts';
import { Icon, type IconNode } from '../marks/icon.tsx';

interface Props {
  /** The name of the button, which is also its tooltip. */
  readonly label: string;
  readonly icon: IconNode;
  readonly run: () => void;
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission?: string | null;
  /** The shortcut keys of the action. */
  readonly keys?: string;
  readonly isDisabled?: boolean;
}

/** A small button with an icon. It stays focusable while it is disabled, and its tooltip names a missing permission. */
export function IconButton({ label, icon, run, missingPermission = null, keys, isDisabled = false }: Props) {
  const isRefused = isDisabled || missingPermission !== null;
  return (
    <button
      type="button"
      class="quiet square small"
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={isRefused ? 'true' : undefined}
      title={permissionReason(missingPermission) ?? label}
      onClick={() => {
        if (!isRefused) run();
      }}
    >
      <Icon of={icon} />
    </button>
  );
}
