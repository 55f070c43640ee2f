"""What all API endpoints share, one file each."""
