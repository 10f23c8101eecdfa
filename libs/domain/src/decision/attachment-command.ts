import type { Attachment } from '../model/attachment.ts';

/** What may be asked of the files of tasks, and of a release or template; their contents are stored before. */
export type AttachmentCommand =
  | { readonly type: 'attachToTask'; readonly taskId: string; readonly attachments: readonly Attachment[] }
  | { readonly type: 'detachFromTask'; readonly taskId: string; readonly attachmentId: string }
  | { readonly type: 'attachToRelease'; readonly attachments: readonly Attachment[] }
  | { readonly type: 'detachFromRelease'; readonly attachmentId: string };
