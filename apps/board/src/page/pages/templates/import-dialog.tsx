import { type Signal, useSignal } from '@preact/signals';
import type { ImportResponse } from '@slipway/api-schema/files';
import { messageOf } from '../../api/errors.ts';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { FileField } from '../../components/files.tsx';
import { MessageList } from '../../components/message.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type AllowedFolders, selectAllowedFolder } from '../../live/folders.ts';
import { announce } from '../../navigation/announce.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';

interface Props {
  /** The folders where the user can create templates. */
  readonly allowedFolders: AllowedFolders;
  /** The id of the preselected folder; empty: none. */
  readonly folder: string;
  /** The dropped or selected file; null: none. */
  readonly file: Signal<File | null>;
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** Returns the last segment of an id with hyphens, as in the response of an import. */
const lastHyphenSegment = (id: string): string => id.slice(id.lastIndexOf('-') + 1);

/** The imported templates, with their warnings. */
const Results = ({ results }: { readonly results: readonly ImportResponse[] }) => (
  <>
    {results.map(({ id, title, ...result }) => (
      <section key={id}>
        <h3>
          <Link to={`/templates/${lastHyphenSegment(id)}`}>{title}</Link>
        </h3>
        {result.warnings.length === 0 && <p>Imported with no warnings</p>}
        <MessageList messages={warningsOf(result)} />
      </section>
    ))}
  </>
);

/** A dialog that imports the templates of a file, and shows warnings. */
export function ImportDialog({ allowedFolders, folder, file, refresh, close }: Props) {
  const selectedFolder = useSignal(folder);
  const target = selectAllowedFolder(allowedFolders, selectedFolder.value);
  const results = useSignal<readonly ImportResponse[] | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const chosenFile = file.value;
  const send = async (sentFile: File): Promise<void> => {
    refusal.value = null;
    results.value = null;
    isBusy.value = true;
    const form = new FormData();
    form.append('file', sentFile);
    try {
      const path = `/templates/import?${new URLSearchParams({ folderId: target })}`;
      results.value = await mutate<readonly ImportResponse[]>('POST', path, form);
      file.value = null;
      await refresh();
      announce(t`${sentFile.name} imported`);
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosenFile !== null) void send(chosenFile);
  };
  return (
    <Dialog title="Import templates" close={close}>
      <form class="actions" onSubmit={submit}>
        <FileField
          label="File (.xlr, .zip or .json)"
          files={chosenFile === null ? [] : [chosenFile]}
          onChoose={([first]) => {
            file.value = first ?? null;
          }}
        />
        <ChoiceField
          label="Folder"
          value={target}
          options={allowedFolders.options}
          change={(id) => {
            selectedFolder.value = id;
          }}
        />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" disabled={chosenFile === null || target === '' || isBusy.value}>
          Import
        </button>
      </form>
      <MissingPermissions names={[allowedFolders.missingPermission]} />
      <Refusal message={refusal.value} />
      {results.value && <Results results={results.value} />}
    </Dialog>
  );
}
