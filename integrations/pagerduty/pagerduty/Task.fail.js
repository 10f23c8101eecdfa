throw new Error(failure);
