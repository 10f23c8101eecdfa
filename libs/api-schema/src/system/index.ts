export { showSystemMessage, storedSystemMessage, systemMessageBody, systemMessageResponse } from './system-message.ts';
export { productName, productVersion } from './version.ts';
