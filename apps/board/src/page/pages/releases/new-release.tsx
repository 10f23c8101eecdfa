import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import ChevronDown from '~icons/lucide/chevron-down';
import CodeXml from '~icons/lucide/code-xml';
import LayoutTemplate from '~icons/lucide/layout-template';
import Plus from '~icons/lucide/plus';
import Search from '~icons/lucide/search';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingCreatePermission, missingGlobalPermission } from '../../api/permissions.ts';
import { me } from '../../api/session.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { Menu, type MenuAction } from '../../components/controls/menu.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { useQuery } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';

const loadDialog = async () => (await import('../first-steps/new-release-dialog.tsx')).NewReleaseDialog;

/** The maximum number of templates that are checked for the permission. With more templates, each form checks it. */
const maxTemplates = 100;
const path = `/templates?view=summary&resultsPerPage=${maxTemplates}`;
const topics: readonly Topic[] = ['list=templates'];

/**
 * Returns the permission that the user lacks to create a release from any template; null if one template allows it;
 * undefined until this is known.
 */
export function useMissingCreatePermission(): string | null | undefined {
  const missingPermission = missingGlobalPermission('createRelease');
  const isRequested = me.value !== undefined && missingPermission !== null;
  const result = useQuery<readonly Pick<ReleaseResponse, '$metadata'>[]>(
    isRequested ? path : null,
    isRequested ? { topics } : {},
  );
  const templates = result.value.value;
  if (me.value === undefined) return undefined;
  if (missingPermission === null) return null;
  if (templates === undefined) return undefined;
  const isAllowed =
    templates.length === maxTemplates || templates.some((template) => missingCreatePermission(template) === null);
  return isAllowed ? null : missingPermission;
}

/** The button that creates a release, and other ways to create one. */
export function NewRelease() {
  const isOpen = useSignal(false);
  const missingPermission = useMissingCreatePermission();
  const open = (): void => {
    isOpen.value = true;
  };
  const close = (): void => {
    isOpen.value = false;
  };
  usePaletteActions(missingPermission === undefined ? [] : [{ name: t('New release'), missingPermission, run: open }]);
  const reason = permissionReason(missingPermission ?? null);
  const actions: readonly MenuAction[] = [
    { label: t('From a template…'), icon: LayoutTemplate, run: open, disabledReason: reason },
    { label: t('Browse templates'), icon: Search, run: () => navigate('/templates') },
    { label: t('From YAML'), icon: CodeXml, run: () => navigate('/as-code') },
  ];
  return (
    <>
      <span class="parts-of-button">
        <button type="button" class="main" disabled={missingPermission !== null} onClick={open}>
          <Icon of={Plus} />
          New release
        </button>
        <Menu
          label="More ways to create"
          sections={[{ actions }]}
          buttonClass={missingPermission === null ? 'main' : ''}
        >
          <Icon of={ChevronDown} size="small" />
        </Menu>
      </span>
      <MissingPermissions names={[missingPermission ?? null]} />
      {isOpen.value && <Lazy load={loadDialog} props={{ close }} />}
    </>
  );
}
