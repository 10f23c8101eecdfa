export { type AttachmentResponse, attachmentResponse, showAttachment } from './attachment.ts';
export { contentTypeOf, fileNameOf } from './file-name.ts';
