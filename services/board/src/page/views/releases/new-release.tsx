import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { me } from '../../data/session.ts';
import { useAsked } from '../../live/use-asked.ts';
import { lackingForAll, lackingToCreate } from '../../live/use-rights.ts';
import type { Want } from '../../live/wants.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useOffers } from '../../place/offers.ts';

const loadDialog = async () => (await import('../first-steps/new-release-dialog.tsx')).NewReleaseDialog;

/** The number of templates that are checked for the permission; above it, the form of each shows it. */
const mostAsked = 100;
const path = `/templates?view=summary&resultsPerPage=${mostAsked}`;
const wanted: readonly Want[] = ['list=templates'];

/** The missing permission to create a release of any template; null: none; undefined: unknown. */
function useLackingForAny(): string | null | undefined {
  const lacking = lackingForAll('createRelease');
  const isAsked = me.value !== undefined && lacking !== null;
  const asked = useAsked<readonly Pick<ReleaseAnswer, '$metadata'>[]>(isAsked ? path : null, isAsked ? { wanted } : {});
  const templates = asked.value.value;
  if (lacking === null) return null;
  if (templates === undefined) return undefined;
  const isAny = templates.length === mostAsked || templates.some((one) => lackingToCreate(one) === null);
  return isAny ? null : lacking;
}

/** The link to a new release, with the permission. */
export function NewRelease() {
  const isOpen = useSignal(false);
  const lacking = useLackingForAny();
  const open = (): void => {
    isOpen.value = true;
  };
  const close = (): void => {
    isOpen.value = false;
  };
  useOffers(lacking === undefined ? [] : [{ name: 'New release', lacking, run: open }]);
  return (
    <>
      <p class="tools">
        <Deed lacking={lacking ?? null} isDisabled={lacking === undefined} isMain run={open}>
          New release…
        </Deed>
      </p>
      <Lacking names={[lacking ?? null]} />
      {isOpen.value && <Loaded load={loadDialog} given={{ close }} />}
    </>
  );
}
