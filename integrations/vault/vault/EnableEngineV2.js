// include: vault/engine.js
enableEngine('2');
