import { useSignal } from '@preact/signals';
import Settings from '~icons/lucide/settings';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { Lazy } from '../../components/lazy.tsx';
import { Icon } from '../../components/marks/icon.tsx';

const loadDialog = async () => (await import('./settings-dialog.tsx')).SettingsDialog;

/** Opens the settings of insights. Users without the permission do not see it. */
export function SettingsButton() {
  const isOpen = useSignal(false);
  if (missingGlobalPermission('changeInsightSettings') !== null) return null;
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        <Icon of={Settings} />
        Settings…
      </button>
      {isOpen.value && <Lazy load={loadDialog} props={{ close }} />}
    </>
  );
}
