import { useSignal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import { type Rights, useRights } from '../../live/use-rights.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useOffers } from '../../place/offers.ts';
import { go } from '../../place/router.ts';
import { Inside } from './inside.tsx';
import { addressOf, forms, formWords, type Spot } from './spot.ts';
import { AddDialog } from './steps/add-dialog.tsx';
import { DeleteDialog } from './steps/delete-dialog.tsx';
import { MoveDialog } from './steps/move-dialog.tsx';
import { RenameDialog } from './steps/rename-dialog.tsx';
import { Teams } from './teams/teams.tsx';
import { refreshTree } from './tree/levels.ts';
import { useImport } from './use-import.tsx';
import { Way } from './way.tsx';

interface Props {
  readonly folder: FolderAnswer;
  readonly spot: Spot;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
}

const deeds = ['folder', 'folderTeams', 'folderVariable', 'editTemplate'] as const;
const loadVariables = async () => (await import('./folder-variables.tsx')).FolderVariables;
const steps = ['Create a folder', 'Rename', 'Move', 'Delete'] as const;
type Step = (typeof steps)[number];

/** A step as the palette offers it. */
const offerOf = (step: Step, { title }: Pick<FolderAnswer, 'title'>): string =>
  step === 'Create a folder' ? `${step} in ${title}` : `${step} ${title}`;

const parentOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

interface StepsProps extends Omit<Props, 'spot'> {
  readonly rights: Rights;
  readonly openImport: () => void;
}

/** What may be done to a folder. */
function Steps({ folder, refresh, rights, openImport }: StepsProps) {
  const asked = useSignal<Step | null>(null);
  const lacking = rights.lacking('folder');
  const importing = rights.lacking('editTemplate');
  useOffers(steps.map((step) => ({ name: offerOf(step, folder), lacking, run: () => (asked.value = step) })));
  const close = (): void => {
    asked.value = null;
  };
  const both = async (): Promise<void> => {
    await Promise.all([refresh(), refreshTree()]);
  };
  const given = { folder, close, done: both };
  const leave = (to: string): void => {
    void refreshTree();
    go(to);
  };
  return (
    <>
      <div class="tools">
        {steps.map((step) => (
          <Deed key={step} lacking={lacking} run={() => (asked.value = step)}>
            {step}…
          </Deed>
        ))}
        <Deed lacking={importing} isDisabled={!rights.isKnown} run={openImport}>
          Import templates…
        </Deed>
      </div>
      {rights.isKnown && <Lacking names={[lacking, importing]} on={folder.id} />}
      {asked.value === 'Create a folder' && (
        <AddDialog parent={folder.id} close={close} added={(id) => leave(addressOf(id))} />
      )}
      {asked.value === 'Rename' && <RenameDialog {...given} />}
      {asked.value === 'Move' && <MoveDialog {...given} />}
      {asked.value === 'Delete' && (
        <DeleteDialog
          folder={folder}
          close={close}
          done={() => leave(folder.id.split('/').length > 2 ? addressOf(parentOf(folder.id)) : '/folders')}
        />
      )}
    </>
  );
}

function InForm({ folder, spot, rights }: Pick<StepsProps, 'folder' | 'rights'> & { readonly spot: Spot }) {
  switch (spot.form) {
    case 'inside':
      return <Inside folder={folder} spot={spot} />;
    case 'variables':
      return <Loaded load={loadVariables} given={{ folder, lacking: rights.lacking('folderVariable') }} />;
    case 'teams':
      return <Teams folder={folder} rights={rights} />;
  }
}

/** A folder, in the form that the address names. */
export function OneFolder({ folder, spot, refresh }: Props) {
  const rights = useRights(folder.id, deeds);
  const { drops, open, dialog } = useImport(folder, rights);
  return (
    <div {...drops}>
      <Way folder={folder} />
      <h1>{folder.title}</h1>
      <Steps folder={folder} refresh={refresh} rights={rights} openImport={open} />
      <Tabs
        label="Forms of this folder"
        tabs={forms.map((form) => ({
          word: formWords[form],
          to: addressOf(folder.id, { form }),
          isCurrent: form === spot.form,
        }))}
      />
      <InForm folder={folder} spot={spot} rights={rights} />
      {dialog}
    </div>
  );
}
