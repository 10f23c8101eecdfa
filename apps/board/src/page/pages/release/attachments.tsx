import { type Signal, useSignal } from '@preact/signals';
import type { AttachmentResponse } from '@slipway/api-schema/attachments';
import { useId } from 'preact/hooks';
import File from '~icons/lucide/file';
import FileArchive from '~icons/lucide/file-archive';
import FileImage from '~icons/lucide/file-image';
import FileText from '~icons/lucide/file-text';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { apiPath, mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { DeleteButton } from '../../components/controls/delete-button.tsx';
import { fileDropHandlers } from '../../components/files.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { announce } from '../../navigation/announce.ts';
import { linkTo } from '../../navigation/base.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { plural, t } from '../../navigation/text.ts';

interface Props {
  /** The path of the task or release, such as `/tasks/Task1`. */
  readonly ownerPath: string;
  readonly attachments: readonly AttachmentResponse[];
  readonly isArchived: boolean;
  /** The permission that the user lacks to add and delete attachments; null if the user lacks none. */
  readonly missingPermission: string | null;
  /** Reloads the task or release. */
  readonly refresh: () => Promise<void>;
}

/** A file that the server refused, and its error. */
interface FailedUpload {
  readonly name: string;
  readonly message: DisplayMessage;
}

interface FileProps {
  readonly attachment: AttachmentResponse;
  readonly isDisabled?: boolean;
  /** Deletes the attachment; null: the list is read-only. */
  readonly remove: (() => void) | null;
}

/** Returns the icon for a content type. */
function fileIcon(contentType: string): IconNode {
  if (contentType.startsWith('image/')) return FileImage;
  if (/zip|compressed|tar|java-archive/.test(contentType)) return FileArchive;
  return /^text\/|json|xml|yaml|pdf/.test(contentType) ? FileText : File;
}

/** An attachment with its download link. */
export const AttachmentItem = ({
  attachment: { fileUri, exportFilename, contentType },
  isDisabled = false,
  remove,
}: FileProps) => (
  <li>
    <span class="faint">
      <Icon of={fileIcon(contentType)} />
    </span>
    <a href={linkTo(apiPath(`/${fileUri}`))} download={exportFilename}>
      {exportFilename}
    </a>
    {remove && <DeleteButton name={exportFilename} isDisabled={isDisabled} run={remove} isOneOfMany />}
  </li>
);

interface AddProps {
  readonly isDisabled: boolean;
  readonly add: (files: readonly globalThis.File[]) => void;
}

/** A file field that uploads files as soon as they are selected. */
function AddFiles({ isDisabled, add }: AddProps) {
  const id = useId();
  return (
    <div class="field drop attach" {...fileDropHandlers((files) => !isDisabled && add(files))}>
      <label for={id}>Attach files</label>
      <input
        id={id}
        type="file"
        multiple
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) add(files);
        }}
      />
      <span class="none pointer-only">or drop files here</span>
    </div>
  );
}

/** The attachments of a task or release, with buttons to add and delete them. */
export function Attachments({ ownerPath, attachments, isArchived, missingPermission, refresh }: Props) {
  const refusal: Signal<DisplayMessage | null> = useSignal(null);
  const failedUploads: Signal<readonly FailedUpload[]> = useSignal([]);
  const isBusy = useSignal(false);
  const run = async (message: string, request: () => Promise<unknown>): Promise<void> => {
    refusal.value = null;
    failedUploads.value = [];
    isBusy.value = true;
    try {
      await request();
      await refresh();
      announce(message);
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  // One request for each file, because a request stores all of its files or none.
  const upload = async (files: readonly globalThis.File[]): Promise<void> => {
    refusal.value = null;
    failedUploads.value = [];
    isBusy.value = true;
    for (const file of files) {
      const form = new FormData();
      form.append('file', file);
      try {
        await mutate('POST', `${ownerPath}/attachments`, form);
      } catch (error) {
        failedUploads.value = [...failedUploads.peek(), { name: file.name, message: messageOf(error) }];
      }
    }
    await refresh();
    isBusy.value = false;
    announce(plural(files.length - failedUploads.peek().length, '# file attached', '# files attached'));
  };
  const remove = (id: string): void =>
    void run(t('File deleted'), () => mutate('DELETE', `${ownerPath}/attachments/${lastSegment(id)}`));
  const isDisabled = isBusy.value || missingPermission !== null;
  return (
    <>
      <Refusal message={refusal.value} />
      {failedUploads.value.map(({ name, message }, index) => (
        <Refusal key={index} before={`${name}: `} message={message} />
      ))}
      {attachments.length === 0 && <p class="empty no-files">No files attached</p>}
      {attachments.length > 0 && (
        <ul class="files panel-list">
          {attachments.map((item) => (
            <AttachmentItem
              key={item.id}
              attachment={item}
              isDisabled={isDisabled}
              remove={isArchived ? null : () => remove(item.id)}
            />
          ))}
        </ul>
      )}
      {!isArchived && <AddFiles isDisabled={isDisabled} add={(files) => void upload(files)} />}
      {!isArchived && <MissingPermissions names={[missingPermission]} />}
    </>
  );
}
