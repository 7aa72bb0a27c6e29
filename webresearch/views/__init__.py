"""What people and programs see of an answer: JSON within its bound, compact lists, errors and progress."""
